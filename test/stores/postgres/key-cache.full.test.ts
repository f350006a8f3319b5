import { expect, test } from 'vitest';
import { KeyCache } from '../../../src/stores/postgres/key-cache.js';
import { findFault } from './simulate-cache.js';

test('S-10 no key is found more than a second after its deletion, in 100,000 schedules', () => {
  expect(findFault(100_000, { Cache: KeyCache })).toBeNull();
});
