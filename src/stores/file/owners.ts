import type { Stats } from 'node:fs';
import * as system from 'node:process';
import { StoreError } from '../store-error.js';
import { adviseMode, adviseOwner } from './advise-user.js';

/**
 * The ids of the users who may own files of a store: this process's user first, and last the user whom new files are
 * given to. Null if the system has no user ids, as on Windows. Nothing is checked there, because permissions are in
 * access control lists, which Node does not expose.
 */
export type Owners = readonly number[] | null;

/**
 * Returns this process's user, and for root also the user who owns the store, because administrators and containers
 * work on the stores of services. In a folder that everybody may write to, such as /tmp, anybody can place a store, so
 * there root uses only its own.
 */
export function chooseOwners(store: Stats | null, folder: Stats | undefined): Owners {
  const user = system.geteuid?.();
  if (user === undefined) return null;
  const isPublic = folder !== undefined && (folder.mode & 0o002) !== 0;
  if (user !== 0 || store === null || store.uid === 0 || isPublic) return [user];
  return [0, store.uid];
}

/** Throws an INSECURE `StoreError` for a file, folder or socket of a store that must not be used. */
export function assertOwned(owners: Owners, path: string, { uid, mode }: Stats): void {
  if (owners === null) return;
  if (!owners.includes(uid))
    throw createInsecureError(
      `${path} belongs to user ${uid} (mode ${printMode(mode)}) and must belong to user ${owners.at(-1)}: if you trust what is in it, ${adviseOwner(owners.at(-1), path, uid)}, else remove it.`,
    );
  if ((mode & 0o022) !== 0)
    throw createInsecureError(
      `${path} of user ${uid} can be written by other users (mode ${printMode(mode)}): if you trust what is in it, ${adviseMode(path, uid)}, else remove it.`,
    );
}

export function createInsecureError(message: string): StoreError {
  return new StoreError('INSECURE', message);
}

export function printMode(mode: number): string {
  return (mode & 0o7777).toString(8);
}
