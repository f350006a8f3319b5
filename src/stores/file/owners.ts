import type { Stats } from 'node:fs';
import * as system from 'node:process';
import { StoreError } from '../store-error.js';
import { adviseMode, adviseOwner } from './advise-user.js';

/**
 * The ids of the users whose files a store may consist of, this process's first, the one that new files are given to
 * last; null where the system has no user ids, as on Windows. There nothing is checked: who may do what is said in
 * access control lists, which Node does not show.
 */
export type Owners = readonly number[] | null;

/**
 * This process's user, and for root the user whom the store belongs to as well: administrators and containers work on
 * the store of a service. In a folder that everybody may write to, such as /tmp, anybody can put a store, and root works
 * on its own only.
 */
export function chooseOwners(store: Stats | null, folder: Stats | undefined): Owners {
  const user = system.geteuid?.();
  if (user === undefined) return null;
  const isPublic = folder !== undefined && (folder.mode & 0o002) !== 0;
  if (user !== 0 || store === null || store.uid === 0 || isPublic) return [user];
  return [0, store.uid];
}

/** Why a file, folder or socket of a store is not to be used; null when it may be. */
export function findOwnershipFault(owners: Owners, path: string, { uid, mode }: Stats): string | null {
  if (owners === null) return null;
  if (!owners.includes(uid))
    return `${path} belongs to user ${uid} (mode ${printMode(mode)}) and has to belong to user ${owners.at(-1)}: if you trust what is in it, ${adviseOwner(owners.at(-1), path, uid)}, else remove it.`;
  if ((mode & 0o022) !== 0)
    return `${path} of user ${uid} can be written by other users (mode ${printMode(mode)}): if you trust what is in it, ${adviseMode(path, uid)}, else remove it.`;
  return null;
}

/** Throws an INSECURE `StoreError` for what is not to be used. */
export function assertOwned(owners: Owners, path: string, stats: Stats): void {
  const fault = findOwnershipFault(owners, path, stats);
  if (fault !== null) throw new StoreError('INSECURE', fault);
}

export function printMode(mode: number): string {
  return (mode & 0o7777).toString(8);
}
