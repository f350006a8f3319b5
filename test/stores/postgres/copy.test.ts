import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyStore } from '../../../src/stores/copy-store.js';
import { parseState } from '../../../src/stores/file/state-text.js';
import { openStore } from '../../../src/stores/open-store.js';
import { makeStoreFolder } from '../store-folder.js';
import { storedKey } from '../stored-key.js';
import { hasPostgres, type RunningPostgres, startPostgres } from './start-postgres.js';

describe.skipIf(!hasPostgres())('S-09 A copy', () => {
  let postgres: RunningPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());
  beforeEach(() => postgres.reset());

  const CONTENTS = {
    keys: [
      storedKey(3, { userId: 'bob', scopes: ['read', 'a"\\b'], lastUsedAt: 5, pepperId: 'p' }),
      storedKey(1, { name: `é 👩‍👩‍👧 ${'👍'.repeat(100)}`, expiresAt: Number.MAX_SAFE_INTEGER }),
      storedKey(2, { createdAt: 1 }),
    ],
    users: [
      { id: 'carol', createdAt: 1 },
      { id: 'bob', createdAt: 2 },
      { id: 'alice', createdAt: 3 },
    ],
    signInTokens: [{ hash: 'a'.repeat(64), userId: 'carol', createdAt: 1, expiresAt: 10 }],
    sessions: [
      {
        hash: 'b'.repeat(64),
        userId: 'bob',
        createdAt: 1,
        lastSeenAt: 2,
        expiresAt: 10,
        address: null,
        browser: 'Safari, iOS',
      },
    ],
    usage: [
      {
        id: storedKey(2).id,
        days: [{ day: 20_000, calls: 1, refusals: 2 }],
        last: { at: 1, address: null, operation: 'a', status: 200 },
      },
    ],
  };

  it('from a file to PostgreSQL and back has equal contents', async () => {
    const cwd = makeStoreFolder();
    const store = await openStore('file:first.json', { cwd });
    await store.fill(Readable.from([CONTENTS]));
    await store.close();
    await copyStore('file:first.json', postgres.url(), { cwd });
    await copyStore(postgres.url(), 'file:second.json', { cwd });
    const read = (name: string) => parseState(readFileSync(join(cwd, name)));
    expect(read('second.json')).toEqual(read('first.json'));
    await expect(copyStore('file:first.json', postgres.url(), { cwd })).rejects.toMatchObject({
      code: 'NOT_EMPTY',
    });
  });

  it('of more records than one statement takes has them all, in their order', async () => {
    const cwd = makeStoreFolder();
    const users = Array.from({ length: 2_500 }, (_, number) => ({ id: `user ${number}`, createdAt: number }));
    const keys = users.map(({ id }, number) => storedKey(number, { userId: id }));
    const store = await openStore('file:first.json', { cwd });
    await store.fill(Readable.from([{ ...CONTENTS, users: [...CONTENTS.users, ...users], keys }]));
    await store.close();
    const counts = { keys: 2_500, users: 2_503, signInTokens: 1, sessions: 1 };
    expect(await copyStore('file:first.json', postgres.url(), { cwd })).toEqual(counts);
    expect(await copyStore(postgres.url(), 'file:second.json', { cwd })).toEqual(counts);
    const second = await openStore('file:second.json', { cwd });
    for (const { userId, ...key } of keys.slice(990, 1_010))
      expect(await second.keys.listByUser(userId)).toEqual([{ userId, ...key }]);
    await second.close();
  });

  it('of a database that procgen never used is refused and makes nothing there', async () => {
    const cwd = makeStoreFolder();
    await expect(copyStore(postgres.url(), 'file:copy.json', { cwd })).rejects.toMatchObject({
      code: 'MISSING',
    });
    expect(await postgres.admin("SELECT 1 FROM pg_namespace WHERE nspname = 'procgen'")).toEqual([]);
  });

  it('that PostgreSQL does not take leaves the database as it was', async () => {
    const cwd = makeStoreFolder();
    const store = await openStore('file:first.json', { cwd });
    // Older versions took such names.
    await store.fill(
      Readable.from([{ ...CONTENTS, keys: [...CONTENTS.keys, storedKey(9, { name: 'a\0b' })] }]),
    );
    await store.close();
    await expect(copyStore('file:first.json', postgres.url(), { cwd })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('22P05'),
    });
    expect(await postgres.admin('SELECT count(*)::int AS users FROM procgen.users')).toEqual([{ users: 0 }]);
  });
});
