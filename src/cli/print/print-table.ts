import { displayWidth } from './display-width.js';
import { makePrintable } from './make-printable.js';

/** A table with aligned columns, two spaces apart, without trailing spaces; the first row is the header. */
export function printTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  const printable = rows.map((row) => row.map(makePrintable));
  for (const row of printable) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
  }
  return printable
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
