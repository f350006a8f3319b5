import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { printTextDiff } from '../../../src/cli/print/print-text-diff.js';

test('Equal texts differ in nothing.', () => {
  expect(printTextDiff('a\nb\n', 'a\nb\n')).toEqual([]);
});

test('Only the lines that differ are shown, each side with its sign.', () => {
  expect(printTextDiff('a\nb\nc\nd\n', 'a\nB\nc\nd\ne\n')).toEqual(['- b', '+ B', '+ e']);
});

test('A long diff is cut and the rest counted.', () => {
  const diff = printTextDiff('', Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n'), 4);
  expect(diff.slice(1)).toEqual(['+ line 0', '+ line 1', '+ line 2', '… 27 more changed lines']);
});

test('A changed line end is visible.', () => {
  expect(printTextDiff('a\r\n', 'a\n')).toEqual(['- a\\r', '+ a']);
});

test('The signs turn the old text into the new one, whatever the texts.', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (oldLines, newLines) => {
      const diff = printTextDiff(oldLines.join('\n'), newLines.join('\n'), 1000);
      const removed = diff.filter((line) => line.startsWith('-')).length;
      const added = diff.filter((line) => line.startsWith('+')).length;
      expect(oldLines.length - removed).toBe(newLines.length - added);
      expect(diff.length === 0).toBe(oldLines.join('\n') === newLines.join('\n'));
    }),
  );
});

test('Texts too large for the exact answer still show what went and what came.', () => {
  const block = (letter: string) =>
    Array.from({ length: 3000 }, (_, index) => `${letter}${index}`).join('\n');
  const diff = printTextDiff(block('a'), block('b'), 2);
  expect(diff).toEqual(['- a0', '- a1', '… 5998 more changed lines']);
});
