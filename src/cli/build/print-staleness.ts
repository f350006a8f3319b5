import type { PlannedWrite } from '../../compiler/write/plan-writes.js';
import { type Colors, PLAIN } from '../colors.js';
import { count } from '../print/count.js';
import { printTextDiff } from '../print/print-text-diff.js';

/** A planned change together with what stands on the disk now. */
export interface StaleFile {
  readonly write: PlannedWrite;
  readonly current: string | null;
}

/**
 * What `--check` says about files that are not what a build would write, each with a short diff (`-` is the file as it
 * is, `+` as a build would write it), and the command that mends them.
 */
export function printStaleness(
  files: readonly StaleFile[],
  options: { readonly mend: string; readonly colors?: Colors },
): string {
  const { mend, colors = PLAIN } = options;
  const blocks = files.map(({ write, current }) => {
    const label = write.status === 'new' ? 'missing' : 'stale';
    const head = `${colors.bold(colors.yellow(label.padEnd(8)))} ${write.path}\n`;
    if (write.status !== 'changed') return head;
    const diff = printTextDiff(current ?? '', write.text);
    return head + diff.map((line) => `  ${paint(line, colors)}\n`).join('');
  });
  const are = files.length === 1 ? 'is' : 'are';
  return `${blocks.join('')}\n${count(files.length, 'generated file')} ${are} not up to date. Run "${mend}" and commit the result.\n`;
}

function paint(line: string, colors: Colors): string {
  if (line.startsWith('-')) return colors.red(line);
  return line.startsWith('+') ? colors.green(line) : colors.dim(line);
}
