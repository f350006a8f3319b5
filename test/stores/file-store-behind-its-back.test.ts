import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openFileStore } from '../../src/stores/file-store.js';
import type { Store } from '../../src/stores/store.js';
import { makeStoreFolder } from './store-folder.js';
import { NO_AUDIT, NO_LIMIT, storedKey } from './stored-key.js';

async function openNewStore(): Promise<{ folder: string; path: string; store: Store }> {
  const folder = makeStoreFolder();
  const path = join(folder, 'store.json');
  const store = await openFileStore(path);
  onTestFinished(() => store.close());
  await store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
  return { folder, path, store };
}

async function readKeyNames(path: string): Promise<readonly string[]> {
  const store = await openFileStore(path);
  const keys = await store.keys.listByUser('alice');
  await store.close();
  return keys.map(({ name }) => name);
}

describe('A store that somebody touches while it is open', () => {
  it('is never written over when it was restored from a backup; the next start takes it up', async () => {
    const { path, store } = await openNewStore();
    const backup = readFileSync(path);
    await store.keys.delete({ userId: 'alice', id: storedKey(1).id }, NO_AUDIT);
    writeFileSync(path, backup);
    await expect(store.keys.insert(storedKey(2), NO_LIMIT, NO_AUDIT)).rejects.toMatchObject({
      code: 'READ_ONLY',
      message: expect.stringContaining(
        `${path} is read-only until the next start: another process has changed`,
      ),
    });
    expect(await store.isReady()).toBe(false);
    expect(readFileSync(path)).toEqual(backup);
    await store.close();
    expect(await readKeyNames(path)).toEqual(['key 1']);
  });

  it('may be touched, copied over itself, and given another mode', async () => {
    const { path, store } = await openNewStore();
    utimesSync(path, 1, 1);
    await store.keys.insert(storedKey(2), NO_LIMIT, NO_AUDIT);
    writeFileSync(path, readFileSync(path));
    await store.keys.insert(storedKey(3), NO_LIMIT, NO_AUDIT);
    await store.close();
    expect(await readKeyNames(path)).toEqual(['key 3', 'key 2', 'key 1']);
  });

  it('comes back whole with the next change when it was deleted', async () => {
    const { path, store } = await openNewStore();
    unlinkSync(path);
    await store.keys.insert(storedKey(2), NO_LIMIT, NO_AUDIT);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await store.close();
    expect(await readKeyNames(path)).toEqual(['key 2', 'key 1']);
  });

  it('keeps its lock when its folder is moved, and writes nothing into what comes in its place', async () => {
    const { folder, path, store } = await openNewStore();
    const elsewhere = `${folder}-moved`;
    renameSync(folder, elsewhere);
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    await expect(openFileStore(join(elsewhere, 'store.json'))).rejects.toMatchObject({ code: 'OWNED' });
    await expect(store.keys.insert(storedKey(2), NO_LIMIT, NO_AUDIT)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    mkdirSync(folder);
    await expect(store.keys.insert(storedKey(2), NO_LIMIT, NO_AUDIT)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
    renameSync(elsewhere, folder);
    await store.keys.insert(storedKey(3), NO_LIMIT, NO_AUDIT);
    await store.close();
    expect(await readKeyNames(path)).toEqual(['key 3', 'key 1']);
    mkdirSync(elsewhere);
  });

  it('stays the one that was opened when the link to it is turned elsewhere', async () => {
    const folder = makeStoreFolder();
    const link = join(folder, 'store.json');
    symlinkSync('first.json', link);
    const store = await openFileStore(link);
    onTestFinished(() => store.close());
    unlinkSync(link);
    symlinkSync('second.json', link);
    await store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
    await store.close();
    expect(await readKeyNames(join(folder, 'first.json'))).toEqual(['key 1']);
    expect(await readKeyNames(link)).toEqual([]);
  });

  it('stays where it was opened when the process goes to another folder', async () => {
    const { path, store } = await openNewStore();
    const cwd = process.cwd();
    process.chdir(makeStoreFolder());
    onTestFinished(() => process.chdir(cwd));
    await store.keys.insert(storedKey(2), NO_LIMIT, NO_AUDIT);
    await store.close();
    process.chdir(cwd);
    expect(await readKeyNames(path)).toEqual(['key 2', 'key 1']);
  });
});

describe('A store with two names', () => {
  it('has one owner behind two symbolic links', async () => {
    const folder = makeStoreFolder();
    for (const name of ['a.json', 'b.json']) symlinkSync('store.json', join(folder, name));
    const store = await openFileStore(join(folder, 'a.json'));
    onTestFinished(() => store.close());
    await expect(openFileStore(join(folder, 'b.json'))).rejects.toMatchObject({ code: 'OWNED' });
  });

  it('has one owner behind two links to its folder', async () => {
    const folder = makeStoreFolder();
    mkdirSync(join(folder, 'real'));
    for (const name of ['a', 'b']) symlinkSync('real', join(folder, name));
    const store = await openFileStore(join(folder, 'a/store.json'));
    onTestFinished(() => store.close());
    await expect(openFileStore(join(folder, 'b/store.json'))).rejects.toMatchObject({ code: 'OWNED' });
  });

  it('warns of a hard link, which the first change cuts off with the state of then', async () => {
    const { folder, path, store } = await openNewStore();
    await store.close();
    const twin = join(folder, 'twin.json');
    linkSync(path, twin);
    const warnings: string[] = [];
    const again = await openFileStore(path, { onWarn: (message) => warnings.push(message) });
    await again.keys.insert(storedKey(2), NO_LIMIT, NO_AUDIT);
    await again.close();
    expect(warnings).toEqual([
      expect.stringMatching(/store\.json has 2 hard links\..*other links keep the old one/),
    ]);
    expect(await readKeyNames(path)).toEqual(['key 2', 'key 1']);
    expect(await readKeyNames(twin)).toEqual(['key 1']);
  });
});

describe('A store that cannot be one', () => {
  it.each([
    ['a folder', 'store.json', (path: string) => mkdirSync(path), /not a regular file/],
    ['a pipe', 'store.json', (path: string) => execFileSync('mkfifo', [path]), /not a regular file/],
    [
      'a link to a device',
      'store.json',
      (path: string) => symlinkSync('/dev/zero', path),
      /not a regular file/,
    ],
    ['a link to itself', 'store.json', (path: string) => symlinkSync(path, path), /ELOOP/],
    ['below a file', 'file/store.json', (path: string) => writeFileSync(join(path, '..'), ''), /ENOTDIR/],
  ])('is refused at once when it is %s, and nothing stays locked', async (_, name, make, cause) => {
    const path = join(makeStoreFolder(), name);
    make(path);
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(openFileStore(path)).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringMatching(cause),
      });
  });

  it.each([
    ['a name of 255 bytes', 'n'.repeat(255)],
    ['a name that leaves no room for a temporary file', 'n'.repeat(240)],
  ])('is refused at once when it has %s', async (_, name) => {
    const path = join(makeStoreFolder(), name);
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(openFileStore(path)).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringContaining('ENAMETOOLONG'),
      });
  });
});
