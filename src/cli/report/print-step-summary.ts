import { escapeMarkdown } from '../print/escape-markdown.js';
import { printCodeCell } from '../print/print-code-span.js';
import type { Problem } from './problem.js';

/** GitHub cuts a summary off at 1 MiB. */
const MAX_ROWS = 100;

/** A summary in Markdown for the page of a workflow run. */
export function printStepSummary(title: string, summary: string, problems: readonly Problem[]): string {
  const head = `### ${escapeMarkdown(title)}\n\n${escapeMarkdown(summary)}\n`;
  if (problems.length === 0) return `${head}\n`;
  const rows = problems.slice(0, MAX_ROWS).map(({ code, message, help, location }) => {
    const where = location ? printCodeCell(`${location.file}:${location.line}:${location.column}`) : '';
    const advice = help ? `<br>${escapeMarkdown(help)}` : '';
    return `| ${where} | ${escapeMarkdown(message)}${advice} | \`${code}\` |\n`;
  });
  const rest = problems.length - rows.length;
  return `${head}\n| where | what | code |\n|---|---|---|\n${rows.join('')}${rest > 0 ? `\n… and ${rest} more.\n` : ''}\n`;
}
