import { readFileSync } from 'node:fs';
import { crc32 as zlibCrc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase62, randomBase62 } from '../../src/keys/base62.js';
import { crc32 } from '../../src/keys/crc32.js';
import {
  generateKeyId,
  generateSecret,
  isWellFormedKey,
  KEY_PATTERN,
  readKeyStart,
} from '../../src/keys/key-format.js';
import { prepareKeyCheck } from '../../src/keys/prepare-key-check.js';
import type { KeyStore } from '../../src/stores/key-store.js';
import { codePoint } from '../code-point.js';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('K-01', () => {
  // Computed with Python's zlib.crc32 and a base62 printer of its own.
  const vectors = [
    'pgk_00000000000000000000000000000000000000003ponza',
    'pgk_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz4D9KB3',
    'pgk_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcd1yZP47',
    'pgk_zyxwvutsrqponmlkjihgfedcbaZYXWVUTSRQPONM2OMLT6',
  ];

  it('is told to secret scanners by the docs as it is checked here', () => {
    const readme = readFileSync(new URL('../../docs/authentication-and-keys.md', import.meta.url), 'utf8');
    expect(readme).toContain(`\`${KEY_PATTERN.source.replace(/^\^|\$$/g, '')}\``);
    expect(readme).toContain(`\`${vectors[2]}\``);
  });

  it.each(vectors)('accepts the published key %s', (key) => {
    expect(key).toMatch(KEY_PATTERN);
    expect(isWellFormedKey(key)).toBe(true);
  });

  it('draws keys that match the published pattern and no two alike', () => {
    const keys = Array.from({ length: 20_000 }, generateSecret);
    for (const key of keys) expect(KEY_PATTERN.test(key) && isWellFormedKey(key)).toBe(true);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('draws every digit equally often', () => {
    const digits = randomBase62(620_000);
    const counts = new Map<string, number>();
    for (const digit of digits) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    expect([...counts.keys()].sort()).toEqual([...ALPHABET].sort());
    // Chi-squared with 61 degrees of freedom: 140 is passed by chance less than once in ten million draws.
    const chiSquared = [...counts.values()].reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(chiSquared).toBeLessThan(140);
  });

  it('prints checksums zero-padded', () => {
    expect(encodeBase62(0, 6)).toBe('000000');
    expect(encodeBase62(61, 6)).toBe('00000z');
    expect(encodeBase62(0xffffffff, 6)).toBe('4gfFC3');
  });
});

describe('The checksum of a key', () => {
  it('is that of zlib', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 100 }), (text) => {
        expect(crc32(text)).toBe(zlibCrc32(text));
      }),
    );
  });
});

describe('K-02', () => {
  it('refuses every one-character typo', () => {
    const key = generateSecret();
    for (let position = 0; position < key.length; position++) {
      for (const digit of `${ALPHABET}_- `) {
        if (digit === key[position]) continue;
        expect(isWellFormedKey(key.slice(0, position) + digit + key.slice(position + 1))).toBe(false);
      }
    }
  });

  it('refuses every swap of neighbours', () => {
    for (let round = 0; round < 200; round++) {
      const key = generateSecret();
      for (let position = 0; position < key.length - 1; position++) {
        const swapped = key.slice(0, position) + key[position + 1] + key[position] + key.slice(position + 2);
        if (swapped !== key) expect(isWellFormedKey(swapped)).toBe(false);
      }
    }
  });

  it('refuses what is cut off, padded, or no key at all', () => {
    const key = generateSecret();
    for (const text of [key.slice(0, -1), `${key}0`, ` ${key}`, `${key}\n`, key.toUpperCase(), '', 'pgk_'])
      expect(isWellFormedKey(text)).toBe(false);
    fc.assert(fc.property(fc.string({ unit: codePoint }), (text) => !isWellFormedKey(text)));
  });
});

describe('K-02', () => {
  it('asks the store for no key whose checksum is wrong', async () => {
    const requested: string[] = [];
    const findByHashes = async (hashes: Iterable<string>) => {
      requested.push(...hashes);
      return null;
    };
    const find = prepareKeyCheck({ findByHashes } as unknown as KeyStore, []);
    const key = generateSecret();
    const mistyped = key.endsWith('0') ? `${key.slice(0, -1)}1` : `${key.slice(0, -1)}0`;
    for (const text of ['', key.slice(1), mistyped, `${key} `]) expect(await find(text)).toBeNull();
    expect(requested).toEqual([]);
    await find(key);
    expect(requested).toHaveLength(1);
  });
});

describe('K-03', () => {
  it('draws ids that have nothing of the secret', () => {
    expect(generateKeyId()).toMatch(/^key_[0-9A-Za-z]{16}$/);
    const ids = Array.from({ length: 10_000 }, generateKeyId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('shows four random characters of a key and no more', () => {
    const key = generateSecret();
    expect(readKeyStart(key)).toBe(key.slice(0, 8));
  });
});
