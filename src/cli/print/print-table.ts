import { displayWidth } from './display-width.js';

/** Columns as wide as their widest cell, two spaces between, no trailing spaces; the first row is the header. */
export function printTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
  }
  return rows
    .map((row) => `${row.map((cell, index) => pad(cell, widths[index] ?? 0)).join('  ')}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('');
}

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(width - widthOf(cell));
}

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += displayWidth(character);
  return width;
}
