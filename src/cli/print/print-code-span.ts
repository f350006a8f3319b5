import { makePrintable } from './make-printable.js';

/** Text as code in a line of Markdown, between more backticks than it has in a row. */
export function printCodeSpan(text: string): string {
  const code = makePrintable(text.replace(/\s+/g, ' '));
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  // One space on either side is taken off again (CommonMark, "Code spans").
  const padding = /^[` ]|[` ]$/.test(code) ? ' ' : '';
  return `${fence}${padding}${code}${padding}${fence}`;
}

/** The same in the cell of a table, which ends at a `|` within code too (GFM, "Tables"). */
export function printCodeCell(text: string): string {
  return printCodeSpan(text).replaceAll('|', '\\|');
}
