import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findLines, printLines, readLine, replaceLines } from '../../../src/cli/build-cache/item-lines.js';

/** JSON has no line breaks of its own, whatever it says. */
const line = fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text));

test('Any line is read as it was printed, wherever the lines stand.', () => {
  fc.assert(
    fc.property(fc.array(line), line, (texts, before) => {
      const start = printLines([before]).length;
      const lines = findLines(printLines([before, ...texts, before]), start, texts.length);
      expect(texts.map((_, index) => readLine(lines, index))).toEqual(texts);
      expect(lines.starts).toHaveLength(texts.length + 1);
    }),
  );
});

test('Lines of which some are replaced are those that would be printed of all of them.', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(line, fc.option(line))), (pairs) => {
      const lines = findLines(printLines(pairs.map(([text]) => text)), 0, pairs.length);
      const replaced = new Map(pairs.flatMap(([, text], index) => (text === null ? [] : [[index, text]])));
      const pieces = replaceLines(lines, replaced);
      expect(Buffer.concat(pieces)).toEqual(printLines(pairs.map(([text, other]) => other ?? text)));
    }),
  );
});

test('Lines that are not there are no empty ones.', () => {
  const bytes = printLines(['one', 'two']);
  expect(findLines(bytes, 0, 2).starts).toEqual([0, 4, 8]);
  expect(() => findLines(bytes, 0, 3)).toThrow('There are not 3 lines.');
  expect(() => findLines(bytes.subarray(0, -1), 0, 2)).toThrow('There are not 2 lines.');
});
