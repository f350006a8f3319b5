import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openFileStore } from '../../src/stores/file-store.js';
import { createFaultyDisk, WRITE_STEPS } from './faulty-disk.js';
import { makeStoreFolder } from './store-folder.js';
import { NO_AUDIT, NO_LIMIT, storedKey } from './stored-key.js';

async function openOnFaultyDisk() {
  const folder = makeStoreFolder();
  const path = join(folder, 'store.json');
  const disk = createFaultyDisk();
  const store = await openFileStore(path, { disk });
  onTestFinished(() => store.close());
  disk.steps.length = 0;
  return { folder, path, disk, store };
}

describe('S-01', () => {
  it('acknowledges a change after temporary file, write, fsync, rename and fsync of the folder', async () => {
    const { disk, store } = await openOnFaultyDisk();
    await store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
    expect(disk.steps).toEqual(WRITE_STEPS);
  });
});

describe('S-02', () => {
  it('lets the next write carry all that waits', async () => {
    const { disk, store } = await openOnFaultyDisk();
    const release = disk.holdRenames();
    const first = store.keys.insert(storedKey(0), NO_LIMIT, NO_AUDIT);
    await expect.poll(() => disk.steps).toContain('sync temporary');
    const rest = Array.from({ length: 50 }, (_, index) =>
      store.keys.insert(storedKey(index + 1), NO_LIMIT, NO_AUDIT),
    );
    release();
    await Promise.all([first, ...rest]);
    expect(disk.steps.filter((step) => step === 'rename')).toHaveLength(2);
  });

  it('lets nobody wait longer than two writes, however many keep coming', async () => {
    const { disk, store } = await openOnFaultyDisk();
    const countWrites = () => disk.steps.filter((step) => step === 'sync folder').length;
    const waits: Promise<number>[] = [];
    let next = 0;
    async function insert(): Promise<number> {
      const before = countWrites();
      await store.keys.insert(storedKey(next++), NO_LIMIT, NO_AUDIT);
      return countWrites() - before;
    }
    // Somebody comes at every step of every write.
    disk.onStep = () => {
      if (countWrites() < 10) waits.push(insert());
    };
    await insert();
    await expect.poll(countWrites).toBeGreaterThanOrEqual(10);
    const counts = await Promise.all(waits);
    expect(counts.length).toBeGreaterThan(60);
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([1, 2]);
  });

  it('writes nothing for a change that changes nothing', async () => {
    const { disk, store } = await openOnFaultyDisk();
    await store.keys.delete({ userId: 'alice', id: 'key_unknown' }, NO_AUDIT);
    await store.keys.recordUses(new Map([['key_unknown', 1]]));
    await store.sessions.delete('unknown', NO_AUDIT);
    expect(disk.steps).toEqual([]);
  });
});

describe('S-03', () => {
  it('shows a change after it is on disk and not before', async () => {
    const { disk, store } = await openOnFaultyDisk();
    const release = disk.holdRenames();
    const insert = store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
    await expect.poll(() => disk.steps).toContain('sync temporary');
    expect(await store.keys.findByHashes([storedKey(1).hash])).toBeNull();
    expect(await store.keys.listByUser('alice')).toEqual([]);
    release();
    await insert;
    expect(await store.keys.findByHashes([storedKey(1).hash])).toEqual(storedKey(1));
  });

  const recoverable = WRITE_STEPS.filter((step) => !step.startsWith('sync'));
  const cases = recoverable.flatMap((step) =>
    ['ENOSPC', 'EIO', 'EROFS', 'EMFILE', 'EDQUOT', 'EXDEV'].map((code) => [step, code] as const),
  );
  it.each(cases)('is as before when "%s" fails with %s, and the next change works', async (step, code) => {
    const { folder, path, disk, store } = await openOnFaultyDisk();
    await store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
    const before = readFileSync(path);
    disk.failNext(step, code);
    await expect(store.keys.delete({ userId: 'alice', id: storedKey(1).id }, NO_AUDIT)).rejects.toMatchObject(
      {
        code: 'UNAVAILABLE',
        message: expect.stringContaining(path),
      },
    );
    expect(await store.keys.findByHashes([storedKey(1).hash])).toEqual(storedKey(1));
    expect(readFileSync(path)).toEqual(before);
    expect(readdirSync(folder).sort()).toEqual(['store.json', 'store.json.owner']);
    expect(await store.isReady()).toBe(true);

    await store.keys.insert(storedKey(2), NO_LIMIT, NO_AUDIT);
    await store.close();
    const reopened = await openFileStore(path);
    expect(await reopened.keys.listByUser('alice')).toEqual([storedKey(2), storedKey(1)]);
    await reopened.close();
  });

  it.each([
    ['sync temporary', 'READ_ONLY'],
    ['sync folder', 'UNKNOWN'],
  ] as const)(
    'is as before and read-only until the next start when "%s" fails, which rejects with %s',
    async (step, code) => {
      const { folder, path, disk, store } = await openOnFaultyDisk();
      await store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
      const before = readFileSync(path);
      disk.failNext(step, 'EIO');
      await expect(store.keys.insert(storedKey(2), NO_LIMIT, NO_AUDIT)).rejects.toMatchObject({ code });
      expect(readFileSync(path)).toEqual(before);
      expect(readdirSync(folder).sort()).toEqual(['store.json', 'store.json.owner']);
      expect(await store.isReady()).toBe(false);
      await expect(store.keys.insert(storedKey(3), NO_LIMIT, NO_AUDIT)).rejects.toMatchObject({
        code: 'READ_ONLY',
      });
      expect(await store.keys.listByUser('alice')).toEqual([storedKey(1)]);

      await store.close();
      const reopened = await openFileStore(path);
      await reopened.keys.insert(storedKey(4), NO_LIMIT, NO_AUDIT);
      expect(await reopened.keys.listByUser('alice')).toEqual([storedKey(4), storedKey(1)]);
      await reopened.close();
    },
  );

  it('fails every change that shared the write, and none that came after', async () => {
    const { disk, store } = await openOnFaultyDisk();
    disk.failNext('rename', 'EIO');
    const shared = [storedKey(1), storedKey(2)].map((key) => store.keys.insert(key, NO_LIMIT, NO_AUDIT));
    const results = await Promise.allSettled(shared);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await store.keys.insert(storedKey(3), NO_LIMIT, NO_AUDIT);
    expect(await store.keys.listByUser('alice')).toEqual([storedKey(3)]);
  });
});

describe('S-04', () => {
  it('removes at the start what a killed process left half-written, and nothing else', async () => {
    const folder = makeStoreFolder();
    const path = join(folder, 'store.json');
    for (const name of [
      'store.json.0123456789abcdef.tmp',
      'store.json.backup.tmp',
      'other.json.0123456789abcdef.tmp',
    ])
      writeFileSync(join(folder, name), 'x');
    await (await openFileStore(path)).close();
    expect(readdirSync(folder).sort()).toEqual([
      'other.json.0123456789abcdef.tmp',
      'store.json',
      'store.json.backup.tmp',
      'store.json.owner',
    ]);
  });
});
