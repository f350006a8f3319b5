/**
 * The folder `STORE.owner` beside a store: one listening socket for each process that has the store open or tries
 * to, and a marker that the store was initialised.
 */
import type { Stats } from 'node:fs';
import { chmod, chown, lstat, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '../store-error.js';
import { type DiskDoor, disk, hasErrorCode, statOrNull } from './disk-door.js';

export interface OwnerFolder {
  /** The store's real path. */
  readonly store: string;
  readonly path: string;
  /** Written after the first state; a store that is missing beside it has vanished. */
  readonly marker: string;
}

export function ownerFolderOf(store: string): OwnerFolder {
  const path = `${store}.owner`;
  return { store, path, marker: join(path, 'initialized') };
}

export async function makeOwnerFolder({ path, store }: OwnerFolder): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  }
  const made = await lstat(path);
  if (!made.isDirectory()) throw new Error(`${path} is no folder`);
  if ((made.mode & 0o777) !== 0o700) await chmod(path, 0o700);
  await giveTo(await statOrNull(disk, store), path);
}

/**
 * What root makes beside a store of somebody else is given to them: a command that an administrator ran once does
 * not lock the service out of its store.
 */
export async function giveTo(owner: Stats | null, path: string): Promise<void> {
  if (owner === null || owner.uid === (await lstat(path)).uid) return;
  await chown(path, owner.uid, owner.gid).catch((error) => {
    // Only root may.
    if (!hasErrorCode(error, 'EPERM')) throw error;
  });
}

/** Throws VANISHED when there was a state beside this folder once and there is none any more. */
export async function refuseVanished(folder: OwnerFolder, disk: DiskDoor): Promise<void> {
  const { store, path } = folder;
  if ((await statOrNull(disk, store)) === null && (await isInitialized(folder)))
    throw new StoreError(
      'VANISHED',
      `The store ${store} is gone, though it was initialised before. Restore it from a backup, or remove ${path} to begin an empty one.`,
    );
}

export async function markInitialized(folder: OwnerFolder): Promise<void> {
  if (await isInitialized(folder)) return;
  await writeFile(folder.marker, 'The store beside this folder was initialised.\n', { mode: 0o600 });
}

async function isInitialized({ marker }: OwnerFolder): Promise<boolean> {
  return (await statOrNull(disk, marker)) !== null;
}
