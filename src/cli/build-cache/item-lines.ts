/** Texts in bytes, each in a line of its own: any of them can be had without a look at the others. */
export interface ItemLines {
  readonly bytes: Buffer;
  /** Where each line begins, and where the last one ends. */
  readonly starts: readonly number[];
}

const LINE_BREAK = 10;

/** The bytes of lines of texts, none of which has a line break. */
export function printLines(texts: readonly string[]): Buffer {
  // One large text: a Buffer is written to ten times faster than text by text.
  return Buffer.from(texts.length === 0 ? '' : `${texts.join('\n')}\n`);
}

/** So many lines as they stand from `start` on. Throws where there are fewer. */
export function findLines(bytes: Buffer, start: number, count: number): ItemLines {
  const starts = [start];
  for (let at = start; starts.length <= count; starts.push(at)) {
    at = bytes.indexOf(LINE_BREAK, at) + 1;
    if (at === 0) throw new Error(`There are not ${count} lines.`);
  }
  return { bytes, starts };
}

/** The text of one of them. */
export function readLine({ bytes, starts }: ItemLines, index: number): string {
  return bytes.toString('utf8', starts[index], (starts[index + 1] ?? 0) - 1);
}

/** Their bytes, with other texts in some places: in pieces, so that what stays is not copied. */
export function replaceLines(
  { bytes, starts }: ItemLines,
  replaced: ReadonlyMap<number, string>,
): readonly Buffer[] {
  const pieces: Buffer[] = [];
  let at = starts[0];
  for (const [index, text] of [...replaced].sort(([left], [right]) => left - right)) {
    pieces.push(bytes.subarray(at, starts[index]), Buffer.from(`${text}\n`));
    at = starts[index + 1];
  }
  return [...pieces, bytes.subarray(at, starts.at(-1))];
}
