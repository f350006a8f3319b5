import { expect, test } from 'vitest';
import { constructs } from './constructs.js';
import { defineProperties } from './support/define-properties.js';
import { EXCEPTIONS } from './support/exceptions.js';

defineProperties(25);

test('There are more than 80 constructs and at most 12 exceptions.', () => {
  expect(Object.keys(constructs).length).toBeGreaterThan(80);
  expect(EXCEPTIONS.length).toBeLessThanOrEqual(12);
});
