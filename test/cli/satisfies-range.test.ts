import { expect, test } from 'vitest';
import { satisfiesRange } from '../../src/cli/satisfies-range.js';

test.each([
  ['20.19.0', '>=20.19', true],
  ['20.18.3', '>=20.19', false],
  ['24.0.0', '>=20.19', true],
  ['20.19.0', '^20.19.0 || >=22.12.0', true],
  ['21.7.3', '^20.19.0 || >=22.12.0', false],
  ['22.11.0', '^20.19.0 || >=22.12.0', false],
  ['26.1.0', '^20.19.0 || >=22.12.0', true],
  ['4.1.0', '^4.1.0', true],
  ['4.10.2', '^4.1.0', true],
  ['4.0.9', '^4.1.0', false],
  ['5.0.0', '^4.1.0', false],
  ['0.2.1', '^0.2.0', true],
  ['0.3.0', '^0.2.0', false],
  ['0.0.4', '^0.0.3', false],
  ['6.0.1', '^5.4.0 || ^6.0.0', true],
  ['4.2.0-beta.1', '^4.1.0', true],
])('%s is in %s: %s', (version, range, isInside) => {
  expect(satisfiesRange(version, range)).toBe(isInside);
});
