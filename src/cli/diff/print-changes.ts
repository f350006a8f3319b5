import type { Change } from '../../diff/change.js';
import { LEVELS } from '../../diff/level.js';
import { type Colors, PLAIN } from '../colors.js';
import { makePrintable } from '../print/make-printable.js';
import { groupByOperations } from './group-by-operations.js';

/** The changes for a terminal, by level and grouped by operations; empty without changes. */
export function printChanges(changes: readonly Change[], colors: Colors = PLAIN): string {
  const paint = { breaking: colors.red, risky: colors.yellow, safe: colors.green };
  return LEVELS.flatMap((level) => {
    const own = changes.filter((change) => change.level === level);
    if (own.length === 0) return [];
    const blocks = groupByOperations(own).map(({ title, changes }) => {
      const lines = changes.map((change) => printChange(change, colors));
      return `  ${colors.bold(makePrintable(title))}\n${lines.join('')}`;
    });
    return [`${colors.bold(paint[level](`${level} (${own.length})`))}\n${blocks.join('\n')}`];
  }).join('\n');
}

/** Safe changes are printed without help. */
function printChange({ code, level, message, base, head, help }: Change, colors: Colors): string {
  const lines = [`    ${makePrintable(message)} ${colors.dim(`[${code}]`)}`];
  if (level !== 'safe') {
    lines.push(`      ${colors.dim(`at ${makePrintable(`#${head ?? base ?? ''}`)}`)}`);
    lines.push(`      ${colors.cyan('help:')} ${help}`);
  }
  return lines.map((line) => `${line}\n`).join('');
}
