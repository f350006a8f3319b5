import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectFileStoreOwner } from '../../src/stores/file/connect-file-store-owner.js';
import { type DiskDoor, disk } from '../../src/stores/file/disk-door.js';
import { openFileStore } from '../../src/stores/file-store.js';
import { makeSharedFolder } from './shared-folder.js';
import { IS_ROOT, type Stranger, spawnStranger, type Trick } from './stranger.js';

/** Puts a false owner in the place of that of the store, which restores the true one at that connection. */
async function swapOwner(stranger: Stranger, path: string, trick: Omit<Trick, 'restore'>): Promise<void> {
  const owner = `${path}.owner`;
  await stranger.rename(owner, `${path}.true`);
  await stranger.makeFolder(owner, 0o755);
  await stranger.listen(owner, {
    ...trick,
    restore: [
      [owner, `${path}.false`],
      [`${path}.true`, owner],
    ],
  });
}

/** Asks the owner of the store for something. */
async function ask(path: string, door: DiskDoor = disk): Promise<unknown> {
  const owner = await connectFileStoreOwner(path, door);
  try {
    return await owner?.call('users.list', []);
  } finally {
    owner?.close();
  }
}

describe.runIf(IS_ROOT)('K-22 A false owner of a store', () => {
  it('gets no byte when it is put there between the look and the connection', async () => {
    const folder = makeSharedFolder('group');
    const path = join(folder, 'store.json');
    const store = await openFileStore(path);
    onTestFinished(() => store.close());
    const stranger = spawnStranger();
    let isSwapped = false;
    const racing: DiskDoor = {
      ...disk,
      lstat: (async (seen: string) => {
        const result = await disk.lstat(seen);
        if (!isSwapped && seen.endsWith('.sock')) {
          isSwapped = true;
          await stranger.rename(`${path}.owner`, `${path}.gone`);
          await stranger.makeFolder(`${path}.owner`, 0o755);
          await stranger.listen(`${path}.owner`);
        }
        return result;
      }) as DiskDoor['lstat'],
    };
    await expect(connectFileStoreOwner(path, racing)).rejects.toMatchObject({ code: 'INSECURE' });
    const heard = await stranger.end();
    expect(heard).toEqual(expect.arrayContaining([{ event: 'connected' }]));
    expect(heard).not.toEqual(expect.arrayContaining([expect.objectContaining({ event: 'received' })]));
  });

  it('gets no byte when it is put there between the look and the connection, and taken away again', async () => {
    const folder = makeSharedFolder('group');
    const path = join(folder, 'store.json');
    const store = await openFileStore(path);
    onTestFinished(() => store.close());
    const stranger = spawnStranger();
    let isSwapped = false;
    const racing: DiskDoor = {
      ...disk,
      lstat: (async (seen: string) => {
        const result = await disk.lstat(seen);
        if (!isSwapped && seen.endsWith('.sock')) {
          isSwapped = true;
          await swapOwner(stranger, path, { last: 2 });
        }
        return result;
      }) as DiskDoor['lstat'],
    };
    await expect(ask(path, racing)).rejects.toMatchObject({ code: 'INSECURE' });
    expect(await stranger.end()).not.toEqual(
      expect.arrayContaining([expect.objectContaining({ event: 'received' })]),
    );
  });

  it('gets no byte under the name of the owner that it takes the place of', async () => {
    const folder = makeSharedFolder('group');
    const path = join(folder, 'store.json');
    const store = await openFileStore(path);
    onTestFinished(() => store.close());
    const [id] = readdirSync(`${path}.owner`).flatMap((name) => /^(.*)\.owner$/.exec(name)?.[1] ?? []);
    const stranger = spawnStranger();
    const racing: DiskDoor = {
      ...disk,
      open: (async (...input: Parameters<DiskDoor['open']>) => {
        const handle = await disk.open(...input);
        // /proc/net/unix tells everybody its name.
        if (String(input[0]).endsWith(`${id}.owner`)) await swapOwner(stranger, path, { id, last: 1 });
        return handle;
      }) as DiskDoor['open'],
    };
    await expect(ask(path, racing)).rejects.toMatchObject({
      code: 'INSECURE',
      message: expect.stringMatching(/^What listens in .*store\.json\.owner is not the process that has/),
    });
    const heard = await stranger.end();
    expect(heard).toEqual(expect.arrayContaining([{ event: 'connected' }]));
    expect(heard).not.toEqual(expect.arrayContaining([expect.objectContaining({ event: 'received' })]));
  });

  it.each<[string, number, string]>([
    ['a file of ours that others can read', 0o644, 'A'.repeat(43)],
    ['a file of ours that holds something else', 0o600, '{"keys":[]}'],
  ])('proves nothing by %s', async (_what, mode, text) => {
    const folder = makeSharedFolder('group');
    const path = join(folder, 'store.json');
    const store = await openFileStore(path);
    onTestFinished(() => store.close());
    const [name = ''] = readdirSync(`${path}.owner`).filter((each) => each.endsWith('.owner'));
    writeFileSync(join(`${path}.owner`, name), text);
    chmodSync(join(`${path}.owner`, name), mode);
    await expect(ask(path)).rejects.toMatchObject({ code: 'INSECURE' });
  });
});
