import { makePrintable } from './make-printable.js';

/** A Markdown code span, delimited by more backticks than the text has in a row. */
export function printCodeSpan(text: string): string {
  const code = makePrintable(text.replace(/\s+/g, ' '));
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  // Markdown strips one space on either side (CommonMark, "Code spans").
  const padding = /^[` ]|[` ]$/.test(code) ? ' ' : '';
  return `${fence}${padding}${code}${padding}${fence}`;
}

/** A code span for a table cell, which a `|` ends even in code (GFM, "Tables"). */
export function printCodeCell(text: string): string {
  return printCodeSpan(text).replaceAll('|', '\\|');
}
