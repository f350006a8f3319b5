/** How much a refusal says, whatever was sent. */
import type { FieldError } from './envelope.js';

/** Errors that a refusal lists; one entry after them says how many there are beyond. */
export const LISTED_ERRORS_MAX = 100;
/** All entries of a refusal together, as JSON in UTF-8. */
export const ERRORS_BYTES_MAX = 60 * 1_024;
/** A refusal's own message. */
export const MESSAGE_LENGTH_MAX = 2_000;
/** An entry's message, and a name in its path. */
export const TEXT_LENGTH_MAX = 200;
/** The names of one path together. */
const PATH_LENGTH_MAX = 2_000;

/** The text, or its beginning and an ellipsis; never half a character. Lengths are in UTF-16 code units. */
export function cutText(text: string, lengthMax = TEXT_LENGTH_MAX): string {
  if (text.length <= lengthMax) return text;
  const end = lengthMax - 1;
  const isInsidePair = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return `${text.slice(0, isInsidePair ? end - 1 : end)}…`;
}

/** The entry with its message and the names of its path cut. */
export function cutFieldError<Entry extends FieldError>(entry: Entry): Entry {
  return { ...entry, path: cutPath(entry.path), message: cutText(entry.message) };
}

/** The path with its names cut; those of a very deep one are cut shorter. */
export function cutPath(path: readonly string[]): string[] {
  const length = Math.min(path.length, PATH_LENGTH_MAX / 2);
  const lengthMax = Math.min(TEXT_LENGTH_MAX, Math.floor(PATH_LENGTH_MAX / length));
  const names: string[] = [];
  for (let index = 0; index < length; index++) names.push(cutText(path[index] as string, lengthMax));
  return names;
}
