/**
 * The folder `STORE.owner` beside a store: one listening socket for each process that has the store open or tries
 * to, and a marker that the store was initialised.
 */
import { constants } from 'node:fs';
import { type FileHandle, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StoreError } from '../store-error.js';
import { disk, type FileSystem, hasErrorCode, statFileOrNull, statOrNull } from './file-system.js';
import { inspectOwnership, type Ownership } from './inspect-ownership.js';
import { assertOwned } from './owners.js';
import { walkPath } from './walk-path.js';

export interface OwnerFolder extends Ownership {
  /** The store's real path. */
  readonly store: string;
  readonly path: string;
}

/**
 * The folder of the store at `path`, whether it is there or not. Everything that opens or makes a file of a store gets
 * it here first. Rejects with an INSECURE `StoreError` when another user can get at the store; changes nothing.
 */
export async function findOwnerFolder(path: string, disk: FileSystem): Promise<OwnerFolder> {
  const walked = await walkPath(disk, path);
  const store = walked.path;
  return { store, path: `${store}.owner`, ...(await inspectOwnership(disk, walked)) };
}

/** Makes what has to be there before the store at `path` can be claimed. */
export async function prepareOwnerFolder(path: string, disk: FileSystem): Promise<OwnerFolder> {
  const { store } = await findOwnerFolder(path, disk);
  await statFileOrNull(disk, store);
  await makeParent(store, disk);
  // Somebody else may have made the folder first.
  const folder = await findOwnerFolder(path, disk);
  await makeOwnerFolder(folder);
  return folder;
}

/** Makes the folder of the store and those above it durably: a crash after this does not take them away again. */
async function makeParent(store: string, disk: FileSystem): Promise<void> {
  const folder = dirname(store);
  // Writable by nobody else, whatever the umask.
  const first = await mkdir(folder, { recursive: true, mode: 0o755 });
  if (first === undefined) return;
  for (let made = folder; made !== dirname(first); made = dirname(made)) {
    const handle = await disk.open(dirname(made), 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

async function makeOwnerFolder({ path, store, owners }: OwnerFolder): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  }
  const handle = await disk.open(path, constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const made = await handle.stat();
    assertOwned(owners, path, made);
    if ((made.mode & 0o777) !== 0o700) await handle.chmod(0o700);
    await giveToOwnerOf(store, handle);
  } finally {
    await handle.close();
  }
}

/**
 * What root makes beside a store of somebody else is given to them: a command that an administrator ran once does
 * not lock the service out of its store. It goes by the handle, since by its name they could have root give them what
 * is not theirs.
 */
export async function giveToOwnerOf(store: string, made: FileHandle): Promise<void> {
  const owner = await statOrNull(disk, store);
  if (owner !== null && owner.uid !== (await made.stat()).uid) await made.chown(owner.uid, owner.gid);
}

/** Throws VANISHED when there was a state beside this folder once and there is none any more. */
export async function refuseVanished(folder: OwnerFolder, disk: FileSystem): Promise<void> {
  const { store, path } = folder;
  if ((await statOrNull(disk, store)) === null && (await isInitialized(folder)))
    throw new StoreError(
      'VANISHED',
      `The store ${store} is gone, though it was initialised before. Restore it from a backup, or remove ${path} to begin an empty one.`,
    );
}

export async function markInitialized(folder: OwnerFolder): Promise<void> {
  if (await isInitialized(folder)) return;
  await writeFile(markerOf(folder), 'The store beside this folder was initialised.\n', {
    flag: 'wx',
    mode: 0o600,
  });
}

async function isInitialized(folder: OwnerFolder): Promise<boolean> {
  return (await statOrNull(disk, markerOf(folder))) !== null;
}

/** Written after the first state; a store that is missing beside it has vanished. */
function markerOf({ path }: OwnerFolder): string {
  return join(path, 'initialized');
}
