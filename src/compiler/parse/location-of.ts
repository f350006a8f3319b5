import type { SourceLocation } from '../source-location.js';
import type { ModuleSyntax } from './module-syntax.js';

/** A range of offsets in a text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/;

/** Returns the location of a range; of several lines, the first. */
export function locationOf(
  { file, text }: Pick<ModuleSyntax, 'file' | 'text'>,
  { start, end }: TextRange,
): SourceLocation {
  const before = text.slice(0, start).split(LINE_BREAK);
  const [line = ''] = text.slice(start, end).split(LINE_BREAK);
  const column = (before.at(-1)?.length ?? 0) + 1;
  return { file, line: before.length, column, length: Math.max(1, line.length) };
}
