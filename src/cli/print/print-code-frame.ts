import { type Colors, PLAIN } from '../colors.js';
import { displayWidth } from './display-width.js';
import { makePrintable } from './make-printable.js';

/** A range in a line: 1-based line and column, where a tab is one column, and `length` columns. */
export interface FrameLocation {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

export interface FrameOptions {
  readonly colors?: Colors;
  /** How many lines are shown above and below; 1 when absent. */
  readonly contextLines?: number;
  /** How many columns of a line are shown; 100 when absent. */
  readonly width?: number;
}

/**
 * The line at `location` with its neighbours, numbered, and carets below the range. Of a long line only the part around
 * the carets is shown, without neighbours, which would be cut at other columns. Empty when `text` has no such line.
 */
export function printCodeFrame(text: string, location: FrameLocation, options: FrameOptions = {}): string {
  const { colors = PLAIN, contextLines = 1, width = 100 } = options;
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const markedLine = lines[location.line - 1];
  if (markedLine === undefined) return '';
  const caret = locateCarets(readCells(markedLine), location);
  const left = chooseLeftEdge(caret, width);
  const shownLines = left > 0 ? 0 : contextLines;
  const first = Math.max(1, location.line - shownLines);
  const last = Math.min(lines.length, location.line + shownLines);
  const gutter = String(last).length;
  const bar = colors.dim('|');
  const rows: string[] = [`${' '.repeat(gutter)} ${bar}`];
  for (let number = first; number <= last; number++) {
    const source = cropCells(readCells(lines[number - 1] ?? ''), left, width);
    rows.push(`${colors.dim(String(number).padStart(gutter))} ${bar} ${source}`.trimEnd());
    if (number === location.line) {
      const room = Math.max(1, left + width - caret.start);
      const carets = '^'.repeat(Math.min(caret.width, room));
      const indent = ' '.repeat(caret.start - left + (left > 0 ? 1 : 0));
      rows.push(`${' '.repeat(gutter)} ${bar} ${indent}${colors.red(carets)}`);
    }
  }
  return rows.join('\n');
}

/** The position of the carets in terminal columns. */
function locateCarets(cells: readonly Cell[], location: FrameLocation): { start: number; width: number } {
  const from = location.column - 1;
  const to = from + location.length;
  let start = 0;
  let width = 0;
  for (const cell of cells) {
    if (cell.offset < from) start += cell.width;
    else if (cell.offset < to) width += cell.width;
  }
  return { start, width: Math.max(1, width) };
}

/** The first column shown: 0 if the carets fit, else one that centres them. */
function chooseLeftEdge(caret: { start: number; width: number }, width: number): number {
  if (caret.start + Math.min(caret.width, width / 2) <= width) return 0;
  return caret.start - Math.floor((width - Math.min(caret.width, width / 2)) / 2);
}

/** `width` columns of cells from column `left` on, with an ellipsis where text is cut off. */
function cropCells(cells: readonly Cell[], left: number, width: number): string {
  let column = 0;
  let shown = '';
  let isCut = false;
  for (const cell of cells) {
    const end = column + cell.width;
    if (end <= left) {
      column = end;
      continue;
    }
    if (end > left + width) {
      isCut = true;
      break;
    }
    // A wide character at the edge is replaced by a blank.
    shown += column < left ? ' '.repeat(end - left) : cell.text;
    column = end;
  }
  return `${left > 0 ? '…' : ''}${shown}${isCut ? '…' : ''}`;
}

/** One character of a source line as a terminal shows it. */
interface Cell {
  readonly text: string;
  readonly width: number;
  /** The UTF-16 offset in the source line. */
  readonly offset: number;
}

const TAB_WIDTH = 4;

/** The cells of a source line: tabs expand to the next tab stop, control characters are replaced. */
function readCells(line: string): readonly Cell[] {
  const cells: Cell[] = [];
  let offset = 0;
  let column = 0;
  for (const character of line) {
    const text = character === '\t' ? ' '.repeat(TAB_WIDTH - (column % TAB_WIDTH)) : makePrintable(character);
    const width = character === '\t' ? text.length : displayWidth(text);
    cells.push({ text, width, offset });
    column += width;
    offset += character.length;
  }
  return cells;
}
