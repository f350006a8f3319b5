import type { Place } from '../place.js';

/** A whole line of a file, without the space around what is written there. */
export function placeOfLine(
  { file, text }: { readonly file: string; readonly text: string },
  line: number,
): Place {
  const written = text.split(/\r\n|[\n\r\u2028\u2029]/)[line - 1] ?? '';
  return { file, line, column: written.search(/\S|$/) + 1, length: Math.max(1, written.trim().length) };
}
