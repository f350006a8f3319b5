import { removeInstrumentation } from '../parse/find-unstable-read.js';
import { relativeTo } from '../relative-path.js';
import type { SourceLocation } from '../source-location.js';

/**
 * Lists where an error passed through the project's modules, innermost first: the word at the column in its stack
 * trace, or the line if there is none. Without such a frame, lists the first line of the part that was being evaluated.
 */
export function traceLines(
  error: unknown,
  part: { readonly path: string; readonly line: number } | null,
  { root, findText }: { readonly root: string; readonly findText: (path: string) => string | null },
): readonly SourceLocation[] {
  const locate = (path: string, line: number, column: number): readonly SourceLocation[] => {
    const instrumented = findText(path)?.split(/\r\n|[\n\r\u2028\u2029]/)[line - 1];
    if (instrumented === undefined) return [];
    const file = relativeTo(root, path);
    const before = instrumented.slice(0, column - 1);
    const [first = ''] =
      column > 0 ? (/^(?:new\s+)?[\w$.]+/.exec(instrumented.slice(before.length)) ?? []) : [];
    const written = removeInstrumentation(before + first);
    const [word = ''] = column > 0 ? (/(?:\bnew\s+)?[\w$.]+$/.exec(written) ?? []) : [];
    if (word !== '') return [{ file, line, column: written.length - word.length + 1, length: word.length }];
    const whole = removeInstrumentation(instrumented);
    return [{ file, line, column: whole.search(/\S|$/) + 1, length: Math.max(1, whole.trim().length) }];
  };
  const lines = stackOf(error).flatMap((frame) => {
    const [, path = '', line, column] = /\(?((?:\/|[a-zA-Z]:[\\/]).*?):(\d+):(\d+)\)?$/.exec(frame) ?? [];
    return locate(path, Number(line), Number(column));
  });
  return lines.length > 0 || !part ? lines : locate(part.path, part.line, 0);
}

function stackOf(error: unknown): readonly string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.replace(/^\s+at /, ''));
}

/** Describes a thrown value in one line. */
export function describeThrown(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0] ?? '';
}
