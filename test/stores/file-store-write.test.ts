import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openFileStore } from '../../src/stores/file-store.js';
import { createFaultyDisk, WRITE_STEPS } from './faulty-disk.js';
import { makeStoreFolder } from './store-folder.js';
import { NO_LIMIT, storedKey } from './stored-key.js';

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
    await store.keys.insert(storedKey(1), NO_LIMIT);
    expect(disk.steps).toEqual(WRITE_STEPS);
  });

  it('makes the store and its socket for its owner alone, whatever the umask', async () => {
    const { folder, path } = await openOnFaultyDisk();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(`${path}.owner`).mode & 0o777).toBe(0o700);
    const sockets = readdirSync(`${path}.owner`).filter((name) => name.endsWith('.sock'));
    expect(sockets).toHaveLength(1);
    for (const name of sockets) {
      const { mode } = statSync(join(folder, 'store.json.owner', name));
      expect(mode & 0o777).toBe(0o600);
    }
  });
});

describe('S-02', () => {
  it('lets the next write carry all that waits', async () => {
    const { disk, store } = await openOnFaultyDisk();
    const release = disk.holdRenames();
    const first = store.keys.insert(storedKey(0), NO_LIMIT);
    await expect.poll(() => disk.steps).toContain('sync temporary');
    const rest = Array.from({ length: 50 }, (_, index) => store.keys.insert(storedKey(index + 1), NO_LIMIT));
    release();
    await Promise.all([first, ...rest]);
    expect(disk.steps.filter((step) => step === 'rename')).toHaveLength(2);
  });

  it('writes nothing for a change that changes nothing', async () => {
    const { disk, store } = await openOnFaultyDisk();
    await store.keys.delete({ userId: 'alice', id: 'key_unknown' });
    await store.keys.recordUses(new Map([['key_unknown', 1]]));
    await store.sessions.delete('unknown');
    expect(disk.steps).toEqual([]);
  });
});

describe('S-03', () => {
  it('shows a change after it is on disk and not before', async () => {
    const { disk, store } = await openOnFaultyDisk();
    const release = disk.holdRenames();
    const insert = store.keys.insert(storedKey(1), NO_LIMIT);
    await expect.poll(() => disk.steps).toContain('sync temporary');
    expect(await store.keys.findByHash(storedKey(1).hash)).toBeNull();
    expect(await store.keys.listByUser('alice')).toEqual([]);
    release();
    await insert;
    expect(await store.keys.findByHash(storedKey(1).hash)).toEqual(storedKey(1));
  });

  const recoverable = WRITE_STEPS.filter((step) => !step.startsWith('sync'));
  const cases = recoverable.flatMap((step) =>
    ['ENOSPC', 'EIO', 'EROFS', 'EMFILE'].map((code) => [step, code] as const),
  );
  it.each(cases)('is as before when "%s" fails with %s, and the next change works', async (step, code) => {
    const { folder, path, disk, store } = await openOnFaultyDisk();
    await store.keys.insert(storedKey(1), NO_LIMIT);
    const before = readFileSync(path);
    disk.failNext(step, code);
    await expect(store.keys.delete({ userId: 'alice', id: storedKey(1).id })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining(path),
    });
    expect(await store.keys.findByHash(storedKey(1).hash)).toEqual(storedKey(1));
    expect(readFileSync(path)).toEqual(before);
    expect(readdirSync(folder).sort()).toEqual(['store.json', 'store.json.owner']);
    expect(await store.isReady()).toBe(true);

    await store.keys.insert(storedKey(2), NO_LIMIT);
    await store.close();
    const reopened = await openFileStore(path);
    expect(await reopened.keys.listByUser('alice')).toEqual([storedKey(2), storedKey(1)]);
    await reopened.close();
  });

  it.each(['sync temporary', 'sync folder'] as const)(
    'is as before and read-only until the next start when "%s" fails',
    async (step) => {
      const { folder, path, disk, store } = await openOnFaultyDisk();
      await store.keys.insert(storedKey(1), NO_LIMIT);
      const before = readFileSync(path);
      disk.failNext(step, 'EIO');
      await expect(store.keys.insert(storedKey(2), NO_LIMIT)).rejects.toMatchObject({ code: 'READ_ONLY' });
      expect(readFileSync(path)).toEqual(before);
      expect(readdirSync(folder).sort()).toEqual(['store.json', 'store.json.owner']);
      expect(await store.isReady()).toBe(false);
      await expect(store.keys.insert(storedKey(3), NO_LIMIT)).rejects.toMatchObject({ code: 'READ_ONLY' });
      expect(await store.keys.listByUser('alice')).toEqual([storedKey(1)]);

      await store.close();
      const reopened = await openFileStore(path);
      await reopened.keys.insert(storedKey(4), NO_LIMIT);
      expect(await reopened.keys.listByUser('alice')).toEqual([storedKey(4), storedKey(1)]);
      await reopened.close();
    },
  );

  it('fails every change that shared the write, and none that came after', async () => {
    const { disk, store } = await openOnFaultyDisk();
    disk.failNext('rename', 'EIO');
    const shared = [storedKey(1), storedKey(2)].map((key) => store.keys.insert(key, NO_LIMIT));
    const results = await Promise.allSettled(shared);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await store.keys.insert(storedKey(3), NO_LIMIT);
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

describe('S-07', () => {
  it('keeps the mode of the store, and warns when others can read it', async () => {
    const path = join(makeStoreFolder(), 'store.json');
    await (await openFileStore(path)).close();
    chmodSync(path, 0o640);
    const warnings: string[] = [];
    const store = await openFileStore(path, { onWarn: (message) => warnings.push(message) });
    await store.keys.insert(storedKey(1), NO_LIMIT);
    await store.close();
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(warnings).toEqual([expect.stringContaining('can be read by other users')]);
  });

  it.runIf(process.getuid?.() === 0)('keeps the owner of the store', async () => {
    const path = join(makeStoreFolder(), 'store.json');
    await (await openFileStore(path)).close();
    chownSync(path, 12345, 23456);
    const store = await openFileStore(path);
    await store.keys.insert(storedKey(1), NO_LIMIT);
    await store.close();
    expect(statSync(path)).toMatchObject({ uid: 12345, gid: 23456 });
  });

  it('writes through a symbolic link, also to a store that is not there yet', async () => {
    const folder = makeStoreFolder();
    mkdirSync(join(folder, 'volume'));
    const link = join(folder, 'store.json');
    symlinkSync('volume/real.json', link);
    const store = await openFileStore(link);
    await store.keys.insert(storedKey(1), NO_LIMIT);
    // The same store under its other name.
    await expect(openFileStore(join(folder, 'volume/real.json'))).rejects.toMatchObject({ code: 'OWNED' });
    await store.close();
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'volume/real.json'), 'utf8')).toContain(storedKey(1).id);
  });

  it('tells at the start that the store cannot be written', async () => {
    const path = join(makeStoreFolder(), 'store.json');
    await (await openFileStore(path)).close();
    const disk = createFaultyDisk();
    disk.failNext('rename', 'EBUSY');
    await expect(openFileStore(path, { disk })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining(path),
    });
    await (await openFileStore(path)).close();
  });

  it.runIf(canMount())('tells at the start that a file mounted on its own cannot be replaced', async () => {
    const folder = makeStoreFolder();
    const path = join(folder, 'store.json');
    await (await openFileStore(path)).close();
    const source = join(folder, 'source.json');
    writeFileSync(source, readFileSync(path));
    execFileSync('mount', ['--bind', source, path]);
    onTestFinished(() => void execFileSync('umount', [path]));
    await expect(openFileStore(path)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(readFileSync(path)).toEqual(readFileSync(source));
  });
});

/** Mounting takes root and a kernel that lets root do it. */
function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'procgen-test-'));
  try {
    execFileSync('mount', ['--bind', folder, folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}
