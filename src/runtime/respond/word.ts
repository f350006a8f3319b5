import type { Wording } from '../../protocol/messages.js';

/** Puts a message of the package into one language. */
export type Word = (wording: Wording) => string;

/** What a refusal, or an entry of it, says to the caller. */
export function say(
  { message, wording }: { message: string; wording?: Wording | undefined },
  word: Word,
): string {
  return wording ? word(wording) : message;
}
