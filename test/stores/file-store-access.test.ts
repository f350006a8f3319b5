import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openFileStore } from '../../src/stores/file-store.js';
import { bundleProcess } from '../bundle-process.js';
import { createFaultyDisk } from './faulty-disk.js';
import { CAN_MOUNT, mount } from './mount.js';
import { makeStoreFolder } from './store-folder.js';
import { HOLD_STORE, spawnStoreHolder } from './store-holder.js';
import { NO_AUDIT, NO_LIMIT, storedKey } from './stored-key.js';
import { CAN_TRACE } from './strace.js';

const IS_ROOT = process.getuid?.() === 0;
/** Somebody whom permissions bind: root may do everything. */
const SERVICE = IS_ROOT ? 12_345 : (process.getuid?.() as number);

/** A closed store with one key, all of it the service's. */
async function makeServiceStore(): Promise<{ folder: string; path: string }> {
  const folder = makeStoreFolder();
  const path = join(folder, 'store.json');
  const store = await openFileStore(path);
  await store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
  await store.close();
  for (const made of [folder, path, `${path}.owner`]) chownSync(made, SERVICE, SERVICE);
  onTestFinished(() => chmodSync(folder, 0o700));
  return { folder, path };
}

describe('S-07', () => {
  it('makes the store, its lock and its socket for their owner alone, whatever the umask', async () => {
    for (const umask of [0o000, 0o377]) {
      const path = join(makeStoreFolder(), 'store.json');
      const before = process.umask(umask);
      onTestFinished(() => void process.umask(before));
      const store = await openFileStore(path);
      onTestFinished(() => store.close());
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(statSync(`${path}.owner`).mode & 0o777).toBe(0o700);
      const sockets = readdirSync(`${path}.owner`).filter((name) => name.endsWith('.sock'));
      expect(sockets).toHaveLength(1);
      for (const name of sockets) expect(statSync(join(`${path}.owner`, name)).mode & 0o777).toBe(0o600);
      process.umask(before);
    }
  });

  it('makes its socket for its owner alone in a worker thread too, which cannot set the umask', async () => {
    const path = join(makeStoreFolder(), 'store.json');
    const before = process.umask(0o002);
    onTestFinished(() => void process.umask(before));
    const opening = `
      const { parentPort, workerData: { driver, path } } = require('node:worker_threads');
      import(driver)
        .then(({ openFileStore }) => openFileStore(path))
        .then(() => parentPort.postMessage('open'));`;
    const driver = pathToFileURL(
      bundleProcess(new URL('../../src/stores/file-store.ts', import.meta.url)),
    ).href;
    const worker = new Worker(opening, { eval: true, workerData: { driver, path } });
    onTestFinished(async () => void (await worker.terminate()));
    expect(await once(worker, 'message')).toEqual(['open']);
    const [socket = ''] = readdirSync(`${path}.owner`).filter((name) => name.endsWith('.sock'));
    expect(statSync(join(`${path}.owner`, socket)).mode & 0o777).toBe(0o600);
  });

  it('keeps the mode of the store, and warns when others can read it', async () => {
    const path = join(makeStoreFolder(), 'store.json');
    await (await openFileStore(path)).close();
    chmodSync(path, 0o640);
    const warnings: string[] = [];
    const store = await openFileStore(path, { onWarn: (message) => warnings.push(message) });
    await store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
    await store.close();
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(warnings).toEqual([expect.stringMatching(/can be read by other users.*mode 640.*should be 600/)]);
  });

  it.runIf(IS_ROOT)('keeps the owner of the store', async () => {
    const path = join(makeStoreFolder(), 'store.json');
    await (await openFileStore(path)).close();
    chownSync(path, 12_345, 23_456);
    const store = await openFileStore(path);
    await store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
    await store.close();
    expect(statSync(path)).toMatchObject({ uid: 12_345, gid: 23_456 });
  });

  it.runIf(IS_ROOT)(
    'does not lock a service out of its store when root used it, even when killed',
    async () => {
      const { path } = await makeServiceStore();
      execFileSync('rm', ['-r', `${path}.owner`]);
      const root = spawnStoreHolder(path);
      expect(await root.next()).toMatchObject({ event: 'open' });
      root.tell('by root');
      await root.next();
      await root.kill();
      const service = spawnStoreHolder(path, { uid: SERVICE });
      expect(await service.next()).toMatchObject({ event: 'open' });
      service.tell('by the service');
      expect(await service.next()).toMatchObject({ event: 'created' });
      for (const name of ['', '.owner', '.audit.jsonl'])
        expect({ name, uid: statSync(path + name).uid }).toEqual({ name, uid: SERVICE });
      expect(readFileSync(`${path}.audit.jsonl`, 'utf8').match(/"key.created"/g)).toHaveLength(2);
    },
  );

  it('writes through a symbolic link, also to a store that is not there yet', async () => {
    const folder = makeStoreFolder();
    mkdirSync(join(folder, 'volume'));
    const link = join(folder, 'store.json');
    symlinkSync('volume/real.json', link);
    const store = await openFileStore(link);
    await store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
    await store.close();
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['store.json', 'volume']);
    expect(readFileSync(join(folder, 'volume/real.json'), 'utf8')).toContain(storedKey(1).id);
  });

  it.runIf(CAN_MOUNT)('replaces a store behind a link to another disk on that disk', async () => {
    const [folder, other] = [makeStoreFolder(), makeStoreFolder()];
    mount(['-t', 'tmpfs'], 'tmpfs', other);
    symlinkSync(join(other, 'real.json'), join(folder, 'store.json'));
    const store = await openFileStore(join(folder, 'store.json'));
    await store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
    await store.close();
    expect(readdirSync(folder)).toEqual(['store.json']);
    expect(readdirSync(other).sort()).toEqual(['real.json', 'real.json.owner']);
    expect(readFileSync(join(other, 'real.json'), 'utf8')).toContain(storedKey(1).id);
  });

  it.each([
    ['has been used before', false],
    ['came without its lock', true],
  ])('tells at the start that the folder cannot be written, when the store %s', async (_, isBare) => {
    const { folder, path } = await makeServiceStore();
    if (isBare) execFileSync('rm', ['-r', `${path}.owner`]);
    const before = readFileSync(path);
    chmodSync(folder, 0o555);
    const { code, message } = await spawnStoreHolder(path, { uid: SERVICE }).next();
    expect(code).toBe('UNAVAILABLE');
    expect(message).toContain(': permission denied (EACCES). ');
    expect(message).toContain(`needs write access to its folder ${folder}. It belongs to this user: `);
    expect(readFileSync(path)).toEqual(before);
  });

  it.runIf(CAN_MOUNT)('tells at the start that the disk is mounted for reading only', async () => {
    const folder = makeStoreFolder();
    mount(['-t', 'tmpfs'], 'tmpfs', folder);
    const path = join(folder, 'store.json');
    await (await openFileStore(path)).close();
    execFileSync('mount', ['-o', 'remount,ro', folder]);
    // In a folder that is not there yet, too: of that one Node says ENOENT.
    for (const store of [path, join(folder, 'deep/down/store.json')]) {
      await expect(openFileStore(store)).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringMatching(
          /store\.json: the file system is read-only \(EROFS\)\. .*write access to its folder/,
        ),
      });
    }
  });

  it.runIf(CAN_MOUNT)('tells at the start that the disk is full, at whatever point it fills up', async () => {
    const folder = makeStoreFolder();
    mount(['-t', 'tmpfs', '-o', 'nr_inodes=1'], 'tmpfs', folder);
    const path = join(folder, 'store.json');
    let refusals = 0;
    // As many files as there is room for: none, the lock's folder, its socket, and so on.
    for (let inodes = 1; ; inodes++) {
      execFileSync('mount', ['-o', `remount,nr_inodes=${inodes}`, folder]);
      const opened = await openFileStore(path).catch((thrown) => thrown);
      if (!(opened instanceof Error)) {
        await opened.close();
        break;
      }
      expect(opened).toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringMatching(/store\.json: .*the disk is full \(ENOSPC\)/),
      });
      refusals++;
    }
    expect(refusals).toBeGreaterThanOrEqual(4);
    expect(readdirSync(folder).sort()).toEqual(['store.json', 'store.json.owner']);
    expect(readdirSync(`${path}.owner`)).toEqual(['initialized']);
  });

  it.runIf(CAN_TRACE)(
    'tells at the start that the folder takes no socket, as that of a network share may',
    () => {
      const path = join(makeStoreFolder(), 'store.json');
      const inject = [
        '-f',
        '-o',
        '/dev/null',
        '-e',
        'inject=bind:error=EOPNOTSUPP',
        process.execPath,
        HOLD_STORE,
        path,
      ];
      const { stdout } = spawnSync('strace', inject, { encoding: 'utf8' });
      expect(JSON.parse(stdout)).toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringMatching(
          /store\.json: listen ENOTSUP.*does not support: use a folder on a local disk/,
        ),
      });
    },
  );

  it.runIf(CAN_MOUNT)('tells at the start that a file mounted on its own cannot be replaced', async () => {
    const folder = makeStoreFolder();
    const path = join(folder, 'store.json');
    await (await openFileStore(path)).close();
    const source = join(folder, 'source.json');
    writeFileSync(source, readFileSync(path));
    mount(['--bind'], source, path);
    await expect(openFileStore(path)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining(`mount its folder ${folder} instead`),
    });
    expect(readFileSync(path)).toEqual(readFileSync(source));
    expect(readdirSync(folder).sort()).toEqual(['source.json', 'store.json', 'store.json.owner']);
  });

  it('tells at the start that a file cannot be replaced where it cannot be mounted for a test', async () => {
    const folder = makeStoreFolder();
    const path = join(folder, 'store.json');
    await (await openFileStore(path)).close();
    const disk = createFaultyDisk();
    disk.failNext('rename', 'EBUSY');
    await expect(openFileStore(path, { disk })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining(`mount its folder ${folder} instead`),
    });
    await (await openFileStore(path)).close();
  });
});
