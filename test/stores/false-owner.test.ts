import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectFileStoreOwner } from '../../src/stores/file/connect-file-store-owner.js';
import { disk, type FileSystem } from '../../src/stores/file/file-system.js';
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
async function ask(path: string, files: FileSystem = disk): Promise<unknown> {
  const owner = await connectFileStoreOwner(path, files);
  try {
    return await owner?.call('users.list', []);
  } finally {
    owner?.close();
  }
}

/** A store in a folder that a stranger may write in, open until the test ends. */
async function openSharedStore(): Promise<string> {
  const path = join(makeSharedFolder('group'), 'store.json');
  const store = await openFileStore(path);
  onTestFinished(() => store.close());
  return path;
}

/** The disk, on which `act` is done after the first look at a socket. */
function actAfterLook(act: () => Promise<void>): FileSystem {
  let isDone = false;
  return {
    ...disk,
    lstat: (async (seen: string) => {
      const result = await disk.lstat(seen);
      if (!isDone && seen.endsWith('.sock')) {
        isDone = true;
        await act();
      }
      return result;
    }) as FileSystem['lstat'],
  };
}

const CONNECTED = expect.arrayContaining([{ event: 'connected' }]);
const RECEIVED = expect.arrayContaining([expect.objectContaining({ event: 'received' })]);

describe.runIf(IS_ROOT)('K-22 A false owner of a store', () => {
  it('gets no byte when it is put there between the look and the connection', async () => {
    const path = await openSharedStore();
    const stranger = spawnStranger();
    const racing = actAfterLook(async () => {
      await stranger.rename(`${path}.owner`, `${path}.gone`);
      await stranger.makeFolder(`${path}.owner`, 0o755);
      await stranger.listen(`${path}.owner`);
    });
    await expect(ask(path, racing)).rejects.toMatchObject({ code: 'INSECURE' });
    const heard = await stranger.end();
    expect(heard).toEqual(CONNECTED);
    expect(heard).not.toEqual(RECEIVED);
  });

  it('gets no byte when it is put there between the look and the connection, and taken away again', async () => {
    const path = await openSharedStore();
    const stranger = spawnStranger();
    const racing = actAfterLook(() => swapOwner(stranger, path, { last: 2 }));
    await expect(ask(path, racing)).rejects.toMatchObject({ code: 'INSECURE' });
    expect(await stranger.end()).not.toEqual(RECEIVED);
  });

  it('gets no byte under the name of the owner that it takes the place of', async () => {
    const path = await openSharedStore();
    const [id] = readdirSync(`${path}.owner`).flatMap((name) => /^(.*)\.owner$/.exec(name)?.[1] ?? []);
    const stranger = spawnStranger();
    const racing: FileSystem = {
      ...disk,
      open: (async (...input: Parameters<FileSystem['open']>) => {
        const handle = await disk.open(...input);
        // /proc/net/unix tells everybody its name.
        if (String(input[0]).endsWith(`${id}.owner`)) await swapOwner(stranger, path, { id, last: 1 });
        return handle;
      }) as FileSystem['open'],
    };
    await expect(ask(path, racing)).rejects.toMatchObject({
      code: 'INSECURE',
      message: expect.stringMatching(
        /^The socket .*store\.json\.owner.* does not belong to the process that has/,
      ),
    });
    const heard = await stranger.end();
    expect(heard).toEqual(CONNECTED);
    expect(heard).not.toEqual(RECEIVED);
  });

  it.each<[string, number, string]>([
    ['a file of ours that others can read', 0o644, 'A'.repeat(43)],
    ['a file of ours that holds something else', 0o600, '{"keys":[]}'],
  ])('proves nothing by %s', async (_what, mode, text) => {
    const path = await openSharedStore();
    const [name = ''] = readdirSync(`${path}.owner`).filter((each) => each.endsWith('.owner'));
    writeFileSync(join(`${path}.owner`, name), text);
    chmodSync(join(`${path}.owner`, name), mode);
    await expect(ask(path)).rejects.toMatchObject({ code: 'INSECURE' });
  });
});
