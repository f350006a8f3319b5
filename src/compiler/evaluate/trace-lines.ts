import { relativeTo } from '../relative-path.js';
import { removeNotes } from './compile-code.js';

/** A line of one of the project's modules, relative to the project. */
export interface SourceLine {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** The line up to the end of the word that threw. */
  readonly ran?: string;
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
    const word = /^(?:new\s+)?[\w$.]+/.exec(whole.slice(before.length))?.[0] ?? '';
    return [{ file: relativeTo(root, path), line: Number(line), ran: removeNotes(before + word) }];
  });
  if (lines.length > 0 || !part) return lines;
  return [{ file: relativeTo(root, part.path), line: part.line }];
}

function stackOf(error: unknown): readonly string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.replace(/^\s+at /, ''));
}
