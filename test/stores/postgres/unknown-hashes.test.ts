import { expect, test } from 'vitest';
import { hashSecret } from '../../../src/keys/hash-secret.js';
import { UnknownHashes } from '../../../src/stores/postgres/unknown-hashes.js';

test('a hash is known from when it was noted', () => {
  const unknown = new UnknownHashes();
  const hash = hashSecret('one');
  expect(unknown.has(hash, 0)).toBe(false);
  unknown.note(hash, 5);
  expect(unknown.has(hash, 4)).toBe(true);
  expect(unknown.has(hash, 5)).toBe(false);
});

test('a hash that was not noted is not taken for one that was, however many there are', () => {
  const unknown = new UnknownHashes();
  const hashes = Array.from({ length: 40_000 }, (_, index) => hashSecret(`${index}`));
  for (const hash of hashes) unknown.note(hash, 5);
  expect(hashes.filter((hash) => unknown.has(hash, 4)).length).toBeGreaterThan(7_000);
  const others = Array.from({ length: 40_000 }, (_, index) => hashSecret(`other ${index}`));
  expect(others.filter((hash) => unknown.has(hash, 4))).toStrictEqual([]);
});

test('two hashes that begin alike are not taken for each other', () => {
  const unknown = new UnknownHashes();
  const hash = hashSecret('one');
  const other = `${hash.slice(0, -1)}${hash.endsWith('0') ? '1' : '0'}`;
  unknown.note(hash, 5);
  expect(unknown.has(other, 4)).toBe(false);
  unknown.note(other, 6);
  expect([unknown.has(hash, 4), unknown.has(other, 4)]).toStrictEqual([false, true]);
});
