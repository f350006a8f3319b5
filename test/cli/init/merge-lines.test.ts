import { expect, test } from 'vitest';
import { mergeLines } from '../../../src/cli/init/list-project-files.js';

test.each([
  [null, 'a/\nb/\n'],
  ['', 'a/\nb/\n'],
  ['x\n', 'x\na/\nb/\n'],
  ['x', 'x\na/\nb/\n'],
  ['/a\r\nx\r\n', '/a\r\nx\r\nb/\r\n'],
  ['x\r\ny', 'x\r\ny\r\na/\r\nb/\r\n'],
  ['b\n# why\na/\n', 'b\n# why\na/\n'],
])('%j gets the lines it lacks and keeps its own', (before, after) => {
  expect(mergeLines(before, 'a/\nb/\n')).toBe(after);
});
