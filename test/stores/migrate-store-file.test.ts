import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrateStoreFile } from '../../src/stores/file/migrate-store-file.js';
import { parseState } from '../../src/stores/file/state-text.js';
import type { Upgrade } from '../../src/stores/file/upgrades.js';
import { openFileStore } from '../../src/stores/file-store.js';
import { createFaultyDisk, WRITE_STEPS } from './faulty-disk.js';
import { EMPTY_DATA, sealStore } from './seal-store.js';
import { makeStoreFolder } from './store-folder.js';
import { storedKey } from './stored-key.js';

/** A history of the format: version 1 had no users, version 2 called the scopes of a key its rights. */
const UPGRADES: readonly Upgrade[] = [
  (data) => ({ ...data, users: [{ id: 'alice', createdAt: 1 }] }),
  (data) => ({
    ...data,
    keys: (data.keys as { rights: string[] }[]).map(({ rights, ...key }) => ({ ...key, scopes: rights })),
  }),
];
/** Every version but the newest has to be migrated. */
const HISTORY = { upgrades: UPGRADES, oldest: 3 };
const { scopes: _, ...keyWithoutScopes } = storedKey(1);
const OLDEST = sealStore({
  ...EMPTY_DATA,
  users: undefined,
  keys: [{ ...keyWithoutScopes, rights: ['read'] }],
});

function makeOldStore(text = OLDEST): { folder: string; path: string } {
  const folder = makeStoreFolder();
  const path = join(folder, 'store.json');
  writeFileSync(path, text, { mode: 0o600 });
  return { folder, path };
}

describe('Migrating a store', () => {
  it('brings it through every version to the newest, and keeps it as it was beside it', async () => {
    const { path } = makeOldStore();
    chmodSync(path, 0o640);
    const migration = await migrateStoreFile(path, HISTORY);
    expect(migration).toEqual({ path, from: 1, to: 3, backup: `${path}.v1.backup` });
    expect(readFileSync(`${path}.v1.backup`, 'utf8')).toBe(OLDEST);
    const state = parseState(readFileSync(path), { oldest: 3, newest: 3 });
    expect([...state.keys.values()]).toEqual([storedKey(1, { scopes: ['read'] })]);
    expect([...state.users.values()]).toEqual([{ id: 'alice', createdAt: 1 }]);
    for (const file of [path, `${path}.v1.backup`]) expect(statSync(file).mode & 0o777).toBe(0o640);
  });

  it('does nothing to a store of the newest version', async () => {
    const { folder, path } = makeOldStore(sealStore(EMPTY_DATA));
    const before = statSync(path);
    expect(await migrateStoreFile(path)).toEqual({ path, from: 1, to: 1, backup: null });
    expect(statSync(path)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
    expect(readdirSync(folder).sort()).toEqual(['store.json', 'store.json.owner']);
  });

  it('writes over no backup', async () => {
    const { path } = makeOldStore();
    for (const name of ['.v1.backup', '.v1.backup-2']) writeFileSync(`${path}${name}`, 'of another time');
    const { backup } = await migrateStoreFile(path, HISTORY);
    expect(backup).toBe(`${path}.v1.backup-3`);
    expect(readFileSync(`${path}.v1.backup`, 'utf8')).toBe('of another time');
  });

  it.each([
    ['that is missing', null, 'MISSING', /There is no store/],
    ['that is damaged', OLDEST.replace('alice', 'malice'), 'DAMAGED', /checksum/],
    [
      'of a newer version',
      sealStore(EMPTY_DATA, 4),
      'NEWER',
      /has version 4, but this procgen reads version 3/,
    ],
    [
      'whose data is not what that version wrote',
      sealStore({ ...EMPTY_DATA, keys: [{}] }, 2),
      'DAMAGED',
      /"id"/,
    ],
  ])('refuses a store %s and leaves it', async (_, text, code, cause) => {
    const { folder, path } = text === null ? { folder: makeStoreFolder(), path: '' } : makeOldStore(text);
    const named = path || join(folder, 'deep', 'store.json');
    const error = await migrateStoreFile(named, HISTORY).catch((thrown) => thrown);
    expect(error).toMatchObject({ code, message: expect.stringMatching(cause) });
    expect(error.message).toContain(named);
    if (text === null) expect(readdirSync(folder)).toEqual([]);
    else expect(readFileSync(named, 'utf8')).toBe(text);
  });

  it('refuses a store that a process has open', async () => {
    const { path } = makeOldStore(sealStore(EMPTY_DATA));
    const store = await openFileStore(path);
    onTestFinished(() => store.close());
    await expect(migrateStoreFile(path, HISTORY)).rejects.toMatchObject({ code: 'OWNED' });
    expect(parseState(readFileSync(path)).users.size).toBe(0);
  });

  const faults = WRITE_STEPS.flatMap((step) => [1, 2].map((times) => [step, times] as const));
  it.each(faults)(
    'leaves a whole store when "%s" fails, time %i, and works when it is tried again',
    async (step, times) => {
      const { folder, path } = makeOldStore();
      const disk = createFaultyDisk();
      disk.failNext(step, 'EIO', times);
      await expect(migrateStoreFile(path, { ...HISTORY, disk })).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringMatching(/^Cannot (migrate|read) the store .*store\.json: .*EIO/),
      });
      const text = readFileSync(path, 'utf8');
      expect([1, 3]).toContain(Number(/"procgenStore":(\d)/.exec(text)?.[1]));
      expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
      await migrateStoreFile(path, HISTORY);
      expect([...parseState(readFileSync(path), { oldest: 3, newest: 3 }).keys.keys()]).toEqual([
        storedKey(1).id,
      ]);
      expect(readFileSync(`${path}.v1.backup`, 'utf8')).toBe(OLDEST);
    },
  );
});
