/** Texts, each in a line of its own. */
export interface ItemLines {
  /** All lines, with other texts in some places: in pieces, so that what stays is not copied. */
  print(replaced: ReadonlyMap<number, string>): Iterable<string | Buffer>;
}

/** Lines as they stand among others: any of them can be had without a look at the others. */
export interface FoundLines extends ItemLines {
  read(index: number): string;
  /** Where the next line would begin. */
  readonly end: number;
}

/** So many lines are a piece. */
const LINES = 256;

/** Lines of texts, none of which has a line break. */
export function printLines(texts: readonly string[]): ItemLines {
  return {
    *print(replaced) {
      for (let at = 0; at < texts.length; at += LINES) {
        const some = texts.slice(at, at + LINES).map((text, index) => replaced.get(at + index) ?? text);
        yield [...some, ''].join('\n');
      }
    },
  };
}

/** So many lines as they stand in UTF-8 from `start` on. Throws where there are fewer. */
export function findLines(bytes: Buffer, start: number, count: number): FoundLines {
  const starts = [start];
  for (let at = start; starts.length <= count; starts.push(at)) {
    at = bytes.indexOf('\n', at) + 1;
    if (at === 0) throw new Error(`There are not ${count} lines.`);
  }
  const end = starts.at(-1) as number;
  return {
    end,
    read: (index) => bytes.toString('utf8', starts[index], (starts[index + 1] ?? 0) - 1),
    *print(replaced) {
      let at = start;
      for (const [index, text] of [...replaced].sort(([left], [right]) => left - right)) {
        yield bytes.subarray(at, starts[index]);
        yield `${text}\n`;
        at = starts[index + 1] as number;
      }
      yield bytes.subarray(at, end);
    },
  };
}
