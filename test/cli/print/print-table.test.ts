import { expect, test } from 'vitest';
import { printTable } from '../../../src/cli/print/print-table.js';

test('Columns are as wide as their widest cell and lines have no trailing spaces.', () => {
  expect(
    printTable([
      ['ID', 'NAME', 'SCOPES'],
      ['1', '日本', ''],
      ['22', 'x', 'read'],
    ]),
  ).toBe('ID  NAME  SCOPES\n1   日本\n22  x     read\n');
});
