import { removeNotes } from '../parse/find-unstable-read.js';
import { relativeTo } from '../relative-path.js';
import type { SourceLocation } from '../source-location.js';

/** A line of one of the project's modules, relative to the project. */
export interface SourceLine {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** Where what threw stands in it: from 1, and what is written there. */
  readonly column: number;
  readonly word: string;
}

/**
 * The lines of the project's modules that an error came through, the one that threw it first. Where its stack tells of
 * none, the line where the part began that was being evaluated.
 */
export function traceLines(
  error: unknown,
  part: { readonly path: string; readonly line: number } | null,
  { root, findText }: { readonly root: string; readonly findText: (path: string) => string | null },
): readonly SourceLine[] {
  const lines = stackOf(error).flatMap((frame): SourceLine[] => {
    const [, path = '', line = '', column = ''] =
      /\(?((?:\/|[a-zA-Z]:[\\/]).*?):(\d+):(\d+)\)?$/.exec(frame) ?? [];
    const text = findText(path);
    if (text === null) return [];
    const whole = text.split('\n')[Number(line) - 1] ?? '';
    const before = whole.slice(0, Number(column) - 1);
    const [first = ''] = /^(?:new\s+)?[\w$.]+/.exec(whole.slice(before.length)) ?? [];
    const written = removeNotes(before + first);
    const [word = ''] = /(?:\bnew\s+)?[\w$.]+$/.exec(written) ?? [];
    const start = written.length - word.length;
    return [{ file: relativeTo(root, path), line: Number(line), column: start + 1, word }];
  });
  if (lines.length > 0 || !part) return lines;
  return [{ file: relativeTo(root, part.path), line: part.line, column: 1, word: '' }];
}

function stackOf(error: unknown): readonly string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.replace(/^\s+at /, ''));
}

/** What was thrown, in one line. */
export function describeThrown(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0] ?? '';
}

/** Where a line of a module threw; the whole line, without the space around it, where that is not known. */
export function locateLine(
  { file, text }: { readonly file: string; readonly text: string },
  { line, column, word }: SourceLine,
): SourceLocation {
  const written = text.split(/\r\n|[\n\r\u2028\u2029]/)[line - 1] ?? '';
  const isKnown = word !== '' && written.startsWith(word, column - 1);
  if (isKnown) return { file, line, column, length: word.length };
  return { file, line, column: written.search(/\S|$/) + 1, length: Math.max(1, written.trim().length) };
}
