import type { SourceLocation } from '../source-location.js';

/** How much of what comes before a word has to be the same, the most first. */
const CONTEXTS = [40, 20, 10];

/**
 * The word at the end of `ran`, which is a line as it ran up to there, in the line as it is written; the whole line, without the
 * space around it, where that cannot be found.
 */
export function locateLine(
  { file, text }: { readonly file: string; readonly text: string },
  { line, ran = '' }: { readonly line: number; readonly ran?: string },
): SourceLocation {
  const written = text.split(/\r\n|[\n\r\u2028\u2029]/)[line - 1] ?? '';
  const word = /(?:\bnew\s+)?[\w$.]+$/.exec(ran)?.[0] ?? '';
  const ends = CONTEXTS.map((size) => findOnce(written, ran.slice(-word.length - size)));
  const end = ends.find((found) => found !== null);
  if (word !== '' && end) return { file, line, column: end - word.length + 1, length: word.length };
  return { file, line, column: written.search(/\S|$/) + 1, length: Math.max(1, written.trim().length) };
}

/** Where the only such part ends; null where there is none, or more than one. */
function findOnce(written: string, part: string): number | null {
  const start = written.indexOf(part);
  return start === -1 || written.indexOf(part, start + 1) !== -1 ? null : start + part.length;
}
