/** Limits for the size of a refusal. */
import type { FieldError } from './envelope.js';

/** The number of errors that a refusal lists; a last entry counts the omitted ones. */
export const LISTED_ERRORS_MAX = 100;
/** The size of all entries of a refusal, as JSON in UTF-8. */
export const ERRORS_BYTES_MAX = 60 * 1_024;
/** The length of a refusal's message. */
export const MESSAGE_LENGTH_MAX = 2_000;
/** The length of an entry's message, and of a name in its path. */
export const TEXT_LENGTH_MAX = 200;
/** The total length of the names of one path. */
const PATH_LENGTH_MAX = 2_000;

/** Truncates a text to `lengthMax` UTF-16 code units, ending with an ellipsis; never splits a surrogate pair. */
export function truncateText(text: string, lengthMax = TEXT_LENGTH_MAX): string {
  if (text.length <= lengthMax) return text;
  const end = lengthMax - 1;
  const isInsidePair = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return `${text.slice(0, isInsidePair ? end - 1 : end)}…`;
}

/** Truncates an entry's message and the names of its path. */
export function truncateFieldError<Entry extends FieldError>(entry: Entry): Entry {
  return { ...entry, path: truncatePath(entry.path), message: truncateText(entry.message) };
}

/** Truncates the names of a path, shorter in a very deep one. */
export function truncatePath(path: readonly string[]): string[] {
  const length = Math.min(path.length, PATH_LENGTH_MAX / 2);
  const lengthMax = Math.min(TEXT_LENGTH_MAX, Math.floor(PATH_LENGTH_MAX / length));
  const names: string[] = [];
  for (let index = 0; index < length; index++) names.push(truncateText(path[index] as string, lengthMax));
  return names;
}
