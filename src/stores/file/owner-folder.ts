/**
 * The folder `STORE.owner` beside a store. It has one listening socket for each process that has the store open or
 * tries to open it, and a marker that the store was initialized.
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
 * Finds the folder of the store at `path`, whether it exists or not. All code that opens or creates a file of a store
 * gets the path here first. Rejects with an INSECURE `StoreError` if another user can access the store. Changes
 * nothing.
 */
export async function findOwnerFolder(path: string, disk: FileSystem): Promise<OwnerFolder> {
  const walked = await walkPath(disk, path);
  const store = walked.path;
  return { store, path: `${store}.owner`, ...(await inspectOwnership(disk, walked)) };
}

/** Creates the folders that must exist before the store at `path` can be claimed. */
export async function prepareOwnerFolder(path: string, disk: FileSystem): Promise<OwnerFolder> {
  const { store } = await findOwnerFolder(path, disk);
  await statFileOrNull(disk, store);
  await createParent(store, disk);
  // Another user may have created the folder first.
  const folder = await findOwnerFolder(path, disk);
  await createOwnerFolder(folder);
  return folder;
}

/** Creates the folder of the store and its ancestors durably, so that they survive a crash. */
async function createParent(store: string, disk: FileSystem): Promise<void> {
  const folder = dirname(store);
  // Writable only by the owner, whatever the umask.
  const first = await mkdir(folder, { recursive: true, mode: 0o755 });
  if (first === undefined) return;
  for (let created = folder; created !== dirname(first); created = dirname(created)) {
    const handle = await disk.open(dirname(created), 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

async function createOwnerFolder({ path, store, owners }: OwnerFolder): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  }
  const handle = await disk.open(path, constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const stats = await handle.stat();
    assertOwned(owners, path, stats);
    if ((stats.mode & 0o777) !== 0o700) await handle.chmod(0o700);
    await chownToStoreOwner(store, handle);
  } finally {
    await handle.close();
  }
}

/**
 * Gives files that root creates beside a store to the owner of the store, so that a command that an administrator ran
 * once does not lock the service out. It uses the handle: by name, the owner could make root give them another file.
 */
export async function chownToStoreOwner(store: string, created: FileHandle): Promise<void> {
  const owner = await statOrNull(disk, store);
  if (owner !== null && owner.uid !== (await created.stat()).uid) await created.chown(owner.uid, owner.gid);
}

/** Throws VANISHED if the store was initialized before and is missing now. */
export async function assertNotVanished(folder: OwnerFolder, disk: FileSystem): Promise<void> {
  const { store, path } = folder;
  if ((await statOrNull(disk, store)) === null && (await isInitialized(folder)))
    throw new StoreError(
      'VANISHED',
      `The store ${store} is missing, although it was initialised before. Restore it from a backup, or remove ${path} to start with an empty store.`,
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

/** Created after the first state is written. If it exists without a store, the store has vanished. */
function markerOf({ path }: OwnerFolder): string {
  return join(path, 'initialized');
}
