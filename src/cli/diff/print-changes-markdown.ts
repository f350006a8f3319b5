import type { Change } from '../../diff/change.js';
import type { Level } from '../../diff/level.js';
import { escapeMarkdown } from '../print/escape-markdown.js';
import { printCodeSpan } from '../print/print-code-span.js';
import { countLevels, summarizeLevels } from './diff-report.js';
import { printOperations } from './group-by-operations.js';

/** GitHub and GitLab refuse comments of more than 65,536 and 1,000,000 characters. */
const MAX_ROWS = 100;

/** The changes as Markdown for a pull request: one table per level, the safe ones collapsed. */
export function printChangesMarkdown(
  changes: readonly Change[],
  names: { readonly base: string; readonly head: string },
): string {
  const title = `### API: ${summarizeLevels(countLevels(changes))}\n\n${printCodeSpan(names.base)} → ${escapeMarkdown(names.head)}\n`;
  const of = (level: Level) => changes.filter((change) => change.level === level);
  const [breaking, risky, safe] = [of('breaking'), of('risky'), of('safe')];
  return [
    title,
    ...(breaking.length > 0 ? [`#### Breaking\n\n${printTable(breaking)}`] : []),
    ...(risky.length > 0 ? [`#### Risky\n\n${printTable(risky)}`] : []),
    ...(safe.length > 0
      ? [`<details><summary>Safe (${safe.length})</summary>\n\n${printTable(safe)}\n</details>\n`]
      : []),
  ].join('\n');
}

function printTable(changes: readonly Change[]): string {
  const rows = changes.slice(0, MAX_ROWS).map(({ operations, message, code, help, level }) => {
    const advice = level === 'safe' ? '' : `<br>${escapeMarkdown(help)}`;
    return `| ${escapeMarkdown(printOperations(operations))} | ${escapeMarkdown(message)}${advice} | \`${code}\` |\n`;
  });
  const rest = changes.length - rows.length;
  return `| operation | change | code |\n|---|---|---|\n${rows.join('')}${rest > 0 ? `\n… and ${rest} more.\n` : ''}`;
}
