import { expect, test } from 'vitest';
import { constructs } from './constructs.js';
import { defineProperties } from './support/define-properties.js';
import { EXCEPTIONS } from './support/exceptions.js';

// The full test tries 200, of which these are the first.
defineProperties(10);

test('There are more than 80 constructs and at most 12 exceptions.', () => {
  expect(Object.keys(constructs).length).toBeGreaterThan(80);
  expect(EXCEPTIONS.length).toBeLessThanOrEqual(12);
});
