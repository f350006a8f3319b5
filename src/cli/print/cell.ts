import { displayWidth } from './display-width.js';
import { makePrintable } from './make-printable.js';

/** One character of a source line as a terminal shows it. */
export interface Cell {
  readonly text: string;
  readonly width: number;
  /** The UTF-16 offset in the source line. */
  readonly offset: number;
}

const TAB_WIDTH = 4;

/** A source line in cells: tabs widened to the next stop, nothing in it that a terminal would act on. */
export function readCells(line: string): readonly Cell[] {
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
