import { readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapFormatError } from '../../src/stores/file/read-state-file.js';
import { parseState, printState } from '../../src/stores/file/state-text.js';
import { openFileStore } from '../../src/stores/file-store.js';
import type { StoredKey } from '../../src/stores/key-store.js';
import { createState, EMPTY_STATE } from '../../src/stores/state/store-state.js';
import { codePoint } from '../code-point.js';
import { EMPTY_DATA, printChecksummed, sealStore } from './seal-store.js';
import { makeStoreFolder } from './store-folder.js';
import { NO_AUDIT, NO_LIMIT, storedKey } from './stored-key.js';

/** The bytes of a store with two keys and a user. */
async function makeStoreFile(): Promise<string> {
  const path = join(makeStoreFolder(), 'store.json');
  const store = await openFileStore(path);
  await store.keys.insert(storedKey(1, { name: 'käse' }), NO_LIMIT, NO_AUDIT);
  await store.keys.insert(storedKey(2), NO_LIMIT, NO_AUDIT);
  await store.close();
  return path;
}

const users = [{ id: 'alice', createdAt: 1 }];

/** What a server would say of the bytes of `/s.json`. */
function explainOf(work: () => unknown): unknown {
  try {
    return mapFormatError('/s.json', work);
  } catch (error) {
    return error;
  }
}

describe('S-06', () => {
  const damages: [string, (bytes: Buffer) => string | Buffer, RegExp][] = [
    ['empty', () => '', /empty/],
    ['null', () => 'null', /does not begin/],
    ['another JSON document', () => '{}\n', /does not begin/],
    ['cut in half', (bytes) => bytes.subarray(0, bytes.length / 2), /cut off/],
    ['cut by one byte', (bytes) => bytes.subarray(0, -1), /cut off/],
    ['cut within its first line', (bytes) => bytes.subarray(0, 40), /first line/],
    ['longer than it was', (bytes) => Buffer.concat([bytes, bytes]), /checksum/],
    ['zeroes', (bytes) => Buffer.alloc(bytes.length), /does not begin/],
    ['without a list', () => sealStore({ ...EMPTY_DATA, users: undefined }), /no list "users"/],
    ['null inside', () => sealStore(null), /no list "keys"/],
    [
      'with a key twice',
      () => sealStore({ ...EMPTY_DATA, users, keys: [storedKey(1), storedKey(1)] }),
      /same id key_/,
    ],
    [
      'with a hash twice',
      () =>
        sealStore({
          ...EMPTY_DATA,
          users,
          keys: [storedKey(1), { ...storedKey(2), hash: storedKey(1).hash }],
        }),
      /same hash$|same hash\./,
    ],
    ['with a record that is none', () => sealStore({ ...EMPTY_DATA, keys: [null] }), /without a valid "id"/],
    [
      'with a key whose expiry is no time',
      () => sealStore({ ...EMPTY_DATA, keys: [{ ...storedKey(1), expiresAt: 'never' }] }),
      /without a valid "expiresAt"/,
    ],
    [
      'with a key whose scopes are missing',
      () => sealStore({ ...EMPTY_DATA, keys: [{ ...storedKey(1), scopes: undefined }] }),
      /without a valid "scopes"/,
    ],
    [
      'with a key of nobody',
      () => sealStore({ ...EMPTY_DATA, keys: [storedKey(1)] }),
      /user of key_0+1 is not/,
    ],
    [
      'with a user twice',
      () => sealStore({ ...EMPTY_DATA, users: [1, 2].map((createdAt) => ({ id: 'alice', createdAt })) }),
      /same id alice/,
    ],
    ['sealed over something else than JSON', () => printChecksummed('{"keys":['), /not JSON/],
  ];

  it.each(damages)('refuses a store that is %s, says why, and leaves it', async (_, damage, cause) => {
    const path = await makeStoreFile();
    const damaged = damage(readFileSync(path));
    writeFileSync(path, damaged);
    const leftover = `${path}.0123456789abcdef.tmp`;
    writeFileSync(leftover, 'maybe the better half');
    for (let attempt = 0; attempt < 2; attempt++) {
      const error = await openFileStore(path).catch((thrown) => thrown);
      expect(error).toMatchObject({ name: 'StoreError', code: 'DAMAGED' });
      expect(error.message).toContain(path);
      expect(error.message).toMatch(cause);
    }
    expect(readFileSync(path)).toEqual(Buffer.from(damaged));
    expect(readFileSync(leftover, 'utf8')).toBe('maybe the better half');
  });

  it('refuses a store of a newer version, says which, and leaves it', async () => {
    const path = await makeStoreFile();
    writeFileSync(path, sealStore(EMPTY_DATA, 3));
    await expect(openFileStore(path)).rejects.toMatchObject({
      code: 'NEWER',
      message: expect.stringMatching(/store\.json has version 3, but this procgen reads version 2\..*newer/),
    });
    expect(readFileSync(path, 'utf8')).toBe(sealStore(EMPTY_DATA, 3));
  });

  it('K-24 has a version that older releases refuse while a key is disabled, which they would accept', async () => {
    const path = await makeStoreFile();
    const version = () => /"procgenStore":(\d+)/.exec(readFileSync(path, 'utf8'))?.[1];
    const change = async (disabled: boolean) => {
      const store = await openFileStore(path);
      const [key] = await store.keys.listByUser('alice');
      await store.keys.update({ id: key?.id ?? '' }, { disabled }, () => []);
      await store.close();
    };
    expect(version()).toBe('1');
    await change(true);
    expect(version()).toBe('2');
    await change(false);
    expect(version()).toBe('1');
  });

  it('K-24 reads the keys of a release that knew no disabled ones', async () => {
    const { disabled: _, ...key } = storedKey(1);
    const old = sealStore({ ...EMPTY_DATA, users: [{ id: 'alice', createdAt: 1 }], keys: [key] });
    expect([...parseState(Buffer.from(old)).keys.values()]).toEqual([storedKey(1)]);
  });

  it('refuses a store of an older version, and names the command that brings it up', () => {
    const bytes = Buffer.from(sealStore(EMPTY_DATA, 1));
    const error = explainOf(() => parseState(bytes, { oldest: 2 }));
    expect(error).toMatchObject({
      code: 'OUTDATED',
      message:
        'The store /s.json has version 1, but this procgen reads version 2. "procgen store migrate" migrates it, after a backup copy.',
    });
  });

  it('notices every flipped bit', async () => {
    const bytes = readFileSync(await makeStoreFile());
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => parseState(flipped), `bit ${bit}`).toThrow();
    }
  });

  it('refuses a store that vanished after it was initialised, until told to begin anew', async () => {
    const path = await makeStoreFile();
    unlinkSync(path);
    await expect(openFileStore(path)).rejects.toMatchObject({
      code: 'VANISHED',
      message: expect.stringMatching(/is missing.*remove .*store\.json\.owner/),
    });
    expect(readdirSync(join(path, '..'))).toEqual(['store.json.owner']);
    rmSync(`${path}.owner`, { recursive: true });
    const store = await openFileStore(path);
    expect(await store.users.list({ limit: 1_000 })).toEqual([]);
    await store.close();
  });

  it('opens a store that was copied without its marker, and keeps watch over it from then on', async () => {
    const path = await makeStoreFile();
    rmSync(`${path}.owner`, { recursive: true });
    const store = await openFileStore(path);
    expect(await store.keys.listByUser('alice')).toHaveLength(2);
    await store.close();
    unlinkSync(path);
    await expect(openFileStore(path)).rejects.toMatchObject({ code: 'VANISHED' });
  });
});

describe('The format of the file', () => {
  const anyKey: fc.Arbitrary<StoredKey> = fc.record({
    id: fc.string({ unit: codePoint }),
    hash: fc.string(),
    pepperId: fc.option(fc.string()),
    userId: fc.string({ unit: codePoint }),
    name: fc.string({ unit: codePoint }),
    start: fc.string(),
    scopes: fc.array(fc.string({ unit: codePoint })),
    createdAt: fc.integer(),
    lastUsedAt: fc.option(fc.integer()),
    expiresAt: fc.option(fc.integer()),
    disabled: fc.boolean(),
  });

  it('gives back any keys in their order', () => {
    const anyKeys = fc.uniqueArray(anyKey, { selector: (key) => key.id }).map((keys) => {
      return keys.map((key, index) => ({ ...key, hash: `${index} ${key.hash}` }));
    });
    fc.assert(
      fc.property(anyKeys, (keys) => {
        const state = createState({
          ...EMPTY_STATE,
          keys: new Map(keys.map((key) => [key.id, key])),
          users: new Map(keys.map(({ userId }) => [userId, { id: userId, createdAt: 1 }])),
        });
        expect([...parseState(printState(state)).keys.values()]).toEqual(keys);
      }),
    );
  });

  it('is one JSON document', async () => {
    const text = readFileSync(await makeStoreFile(), 'utf8');
    expect(JSON.parse(text).data.keys).toEqual([storedKey(1, { name: 'käse' }), storedKey(2)]);
  });
});
