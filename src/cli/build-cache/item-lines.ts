/** Texts, each in a line of its own: any of them can be had without a look at the others. */
export interface ItemLines {
  /** As it was printed, or as it was read. */
  readonly whole: LineText;
  /** Where each line begins in it, and where the last one ends. */
  readonly starts: readonly number[];
}

/**
 * A text, or its UTF-8. What is printed stays a text: tens of megabytes outside of V8's heap would have it look through all of
 * that heap.
 */
export type LineText = string | Buffer;

/** Lines of texts, none of which has a line break. */
export function printLines(texts: readonly string[]): string {
  return [...texts, ''].join('\n');
}

/** So many lines as they stand from `start` on. Throws where there are fewer. */
export function findLines(whole: LineText, start: number, count: number): ItemLines {
  const starts = [start];
  for (let at = start; starts.length <= count; starts.push(at)) {
    at = whole.indexOf('\n', at) + 1;
    if (at === 0) throw new Error(`There are not ${count} lines.`);
  }
  return { whole, starts };
}

/** The text of one of them. */
export function readLine({ whole, starts }: ItemLines, index: number): string {
  return cut(whole, starts[index], (starts[index + 1] ?? 0) - 1).toString();
}

/** All of them, with other texts in some places: in pieces, so that what stays is not copied. */
export function replaceLines(
  { whole, starts }: ItemLines,
  replaced: ReadonlyMap<number, string>,
): readonly LineText[] {
  const pieces: LineText[] = [];
  let at = starts[0];
  for (const [index, text] of [...replaced].sort(([left], [right]) => left - right)) {
    pieces.push(cut(whole, at, starts[index]), `${text}\n`);
    at = starts[index + 1];
  }
  return [...pieces, cut(whole, at, starts.at(-1))];
}

function cut(whole: LineText, start: number | undefined, end: number | undefined): LineText {
  return typeof whole === 'string' ? whole.slice(start, end) : whole.subarray(start, end);
}
