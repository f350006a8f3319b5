import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findLines, type ItemLines, printLines } from '../../../src/cli/build-cache/item-lines.js';

/** JSON has no line breaks of its own, whatever it says. */
const line = fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text));

const NOTHING: ReadonlyMap<number, string> = new Map();

function toBytes(lines: ItemLines, replaced = NOTHING): Buffer {
  return Buffer.concat([...lines.print(replaced)].map((piece) => Buffer.from(piece)));
}

test('Any line is read as it was printed, wherever the lines stand.', () => {
  fc.assert(
    fc.property(fc.array(line), line, (texts, other) => {
      const start = toBytes(printLines([other])).length;
      const lines = findLines(toBytes(printLines([other, ...texts, other])), start, texts.length);
      expect(texts.map((_, index) => lines.read(index))).toEqual(texts);
      expect(toBytes(lines)).toEqual(toBytes(printLines(texts)));
    }),
  );
});

test('Lines of which some are replaced are those that would be printed of all of them.', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(line, fc.option(line)), { maxLength: 600 }), (pairs) => {
      const before = printLines(pairs.map(([text]) => text));
      const replaced = new Map(pairs.flatMap(([, text], index) => (text === null ? [] : [[index, text]])));
      const after = toBytes(printLines(pairs.map(([text, other]) => other ?? text)));
      expect(toBytes(before, replaced)).toEqual(after);
      expect(toBytes(findLines(toBytes(before), 0, pairs.length), replaced)).toEqual(after);
    }),
  );
});

test('Lines that are not there are no empty ones.', () => {
  const bytes = Buffer.from('one\ntwo\n');
  expect(findLines(bytes, 0, 2).end).toBe(8);
  expect(() => findLines(bytes, 0, 3)).toThrow('There are not 3 lines.');
  expect(() => findLines(bytes.subarray(0, -1), 0, 2)).toThrow('There are not 2 lines.');
});
