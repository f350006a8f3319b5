import { createFieldError, type WordedFieldError } from '../../protocol/built-in-error.js';
import type { FieldError } from '../../protocol/envelope.js';
import { cutPath, cutText, ERRORS_BYTES_MAX, LISTED_ERRORS_MAX } from '../../protocol/refusal-limits.js';
import { printString } from './json-writer/print-string.js';
import { say, type Word } from './word.js';

type Entry = FieldError & Partial<WordedFieldError>;

/**
 * Prints the entries of a refusal as a JSON list: a hundred at most, in so many bytes at most, each of them cut. In the
 * place of the others stands one that says how many there are.
 */
export function printFieldErrors(errors: readonly Entry[], word: Word): string {
  let text = '';
  let index = 0;
  for (; index < errors.length && index < LISTED_ERRORS_MAX; index++) {
    const longer = append(text, errors[index] as Entry, word);
    if (isTooLong(longer)) break;
    text = longer;
  }
  if (index === errors.length) return `[${text}]`;
  const more = errors.slice(index).reduce((sum, entry) => sum + countErrors(entry), 0);
  return `[${append(text, createMore(more, errors.at(-1)), word)}]`;
}

function append(text: string, entry: Entry, word: Word): string {
  const message = cutText(say(entry, word));
  let names = '';
  for (const name of cutPath(entry.path)) names += names === '' ? printString(name) : `,${printString(name)}`;
  const printed = `{"path":[${names}],"message":${printString(message)}}`;
  return text === '' ? printed : `${text},${printed}`;
}

/** No character of a JSON text takes more than three bytes. */
function isTooLong(text: string): boolean {
  return text.length * 3 > ERRORS_BYTES_MAX && Buffer.byteLength(text) > ERRORS_BYTES_MAX;
}

/** The entry that ends a list which was cut before stands for others. */
function countErrors({ wording }: Entry): number {
  return isMore(wording) ? Number(wording?.params?.count) : 1;
}

function createMore(count: number, last: Entry | undefined): Entry {
  const key = isMore(last?.wording) ? (last?.wording?.key ?? 'field.more') : 'field.more';
  return createFieldError([], { key, params: { count } });
}

function isMore(wording: Entry['wording']): boolean {
  return wording?.key === 'field.more' || wording?.key === 'field.unchecked';
}
