import type { PlannedWrite, SurplusFile } from '../../build/outputs/plan-outputs.js';
import { type Colors, PLAIN } from '../colors.js';
import { count } from '../print/count.js';
import { makePrintable } from '../print/make-printable.js';
import { printTextDiff } from '../print/print-text-diff.js';

/** The files that `--check` found to be out of date. */
export interface Staleness {
  readonly stale: readonly PlannedWrite[];
  readonly surplus: readonly SurplusFile[];
}

/**
 * Prints the files that a build would change, each with a short diff (`-` is the current text, `+` that of a build),
 * and the command that updates them.
 */
export function printStaleness(
  { stale, surplus }: Staleness,
  options: { readonly command: string; readonly colors?: Colors },
): string {
  const { command, colors = PLAIN } = options;
  const label = (word: string) => colors.bold(colors.yellow(word.padEnd(8)));
  const blocks = stale.map(({ path, status, before, text }) => {
    const head = `${label(status === 'new' ? 'missing' : 'stale')} ${makePrintable(path)}\n`;
    const diff = status === 'changed' ? printTextDiff(before ?? '', text) : [];
    return head + diff.map((line) => `  ${paint(line, colors)}\n`).join('');
  });
  const extra = surplus.map(({ path }) => `${label('surplus')} ${makePrintable(path)}\n`);
  const number = stale.length + surplus.length;
  const verb = number === 1 ? 'is' : 'are';
  const total = `${count(number, 'generated file')} ${verb} not up to date.`;
  return `${[...blocks, ...extra].join('')}\n${total} ${printRemedy({ stale, surplus }, command)}\n`;
}

/** A build deletes only files that are unchanged since it wrote them. */
function printRemedy({ stale, surplus }: Staleness, build: string): string {
  const editedPaths = surplus.filter(({ isUntouched }) => !isUntouched).map(({ path }) => path);
  const commands = [
    ...(stale.length + surplus.length > editedPaths.length ? [build] : []),
    ...(editedPaths.length > 0 ? [`rm ${editedPaths.join(' ')}`] : []),
  ];
  return `Run ${commands.map((command) => `"${command}"`).join(' and ')} and commit the result.`;
}

function paint(line: string, colors: Colors): string {
  if (line.startsWith('-')) return colors.red(line);
  return line.startsWith('+') ? colors.green(line) : colors.dim(line);
}
