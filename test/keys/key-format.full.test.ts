import { expect, it } from 'vitest';
import { generateSecret, isWellFormedKey } from '../../src/keys/key-format.js';

const KEYS = 1_000_000;
const RANDOM_DIGITS = 40;

it('K-01: a million keys have no duplicate, and at every place every digit is equally likely', () => {
  const keys = new Set<string>();
  /** How often each character stood at each place: 128 counts a place. */
  const counts = new Uint32Array(RANDOM_DIGITS * 128);
  for (let drawn = 0; drawn < KEYS; drawn++) {
    const key = generateSecret();
    keys.add(key);
    if (drawn % 100 === 0) expect(isWellFormedKey(key)).toBe(true);
    for (let place = 0; place < RANDOM_DIGITS; place++) {
      const index = place * 128 + key.charCodeAt(4 + place);
      counts[index] = (counts[index] ?? 0) + 1;
    }
  }
  expect(keys.size).toBe(KEYS);
  const expected = KEYS / 62;
  for (let place = 0; place < RANDOM_DIGITS; place++) {
    const seen = [...counts.subarray(place * 128, (place + 1) * 128)].filter((count) => count > 0);
    expect(seen).toHaveLength(62);
    // Chi-squared with 61 degrees of freedom: at one of 40 places 150 is passed by chance once in ten million runs.
    expect(seen.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)).toBeLessThan(150);
  }
});
