import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findLines, printLines, readLine, replaceLines } from '../../../src/cli/build-cache/item-lines.js';

/** JSON has no line breaks of its own, whatever it says. */
const line = fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text));

/** What is printed is a text, what is read again is bytes. */
const whole = fc.constantFrom(
  (text: string) => text,
  (text: string) => Buffer.from(text),
);

test('Any line is read as it was printed, wherever the lines stand.', () => {
  fc.assert(
    fc.property(fc.array(line), line, whole, (texts, before, read) => {
      const start = read(printLines([before])).length;
      const lines = findLines(read(printLines([before, ...texts, before])), start, texts.length);
      expect(texts.map((_, index) => readLine(lines, index))).toEqual(texts);
      expect(lines.starts).toHaveLength(texts.length + 1);
    }),
  );
});

test('Lines of which some are replaced are those that would be printed of all of them.', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(line, fc.option(line))), whole, (pairs, read) => {
      const lines = findLines(read(printLines(pairs.map(([text]) => text))), 0, pairs.length);
      const replaced = new Map(pairs.flatMap(([, text], index) => (text === null ? [] : [[index, text]])));
      const pieces = replaceLines(lines, replaced).map((piece) => piece.toString());
      expect(pieces.join('')).toBe(printLines(pairs.map(([text, other]) => other ?? text)));
    }),
  );
});

test('Lines that are not there are no empty ones.', () => {
  const text = printLines(['one', 'two']);
  expect(findLines(text, 0, 2).starts).toEqual([0, 4, 8]);
  expect(() => findLines(text, 0, 3)).toThrow('There are not 3 lines.');
  expect(() => findLines(text.slice(0, -1), 0, 2)).toThrow('There are not 2 lines.');
});
