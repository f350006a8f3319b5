/**
 * The folder `STORE.owner` beside a store: one listening socket for each process that has the store open or tries
 * to, and a marker that the store was initialised. A process's three names share its claim's id:
 * `ID.tmp` (not yet listening for sure), `ID.sock` (claims the store), `ID.owner` (has it).
 */
import type { Stats } from 'node:fs';
import { chmod, chown, lstat, mkdir, readdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { disk, hasErrorCode, statOrNull } from './disk-door.js';
import { connectSocket } from './socket-path.js';

export interface OwnerFolder {
  /** The store's real path. */
  readonly store: string;
  readonly path: string;
  /** Written after the first state; a store that is missing beside it has vanished. */
  readonly marker: string;
}

/** The claim of a process that lives. */
export interface LivingClaim {
  /** `PID-STARTED-RANDOM`, the process's id and start in epoch milliseconds. */
  readonly id: string;
  readonly pid: number;
  readonly startedAt: number;
  readonly isOwner: boolean;
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

/** Whether there was a state beside this folder once: then a store that is missing has vanished. */
export async function isInitialized({ marker }: OwnerFolder): Promise<boolean> {
  return (await statOrNull(disk, marker)) !== null;
}

export async function markInitialized(folder: OwnerFolder): Promise<void> {
  if (await isInitialized(folder)) return;
  await writeFile(folder.marker, 'The store beside this folder was initialised.\n', { mode: 0o600 });
}

/** The claims of living processes. Removes what dead ones left; an id is never used twice, so that is safe. */
export async function listLivingClaims(folder: OwnerFolder): Promise<readonly LivingClaim[]> {
  const names = new Set(await listNames(folder.path));
  const living: LivingClaim[] = [];
  for (const name of names) {
    const match = /^((\d+)-(\d+)-[0-9a-f]+)\.(sock|tmp)$/.exec(name);
    if (match === null) continue;
    const [, id = '', pid, startedAt, suffix] = match;
    if (await isListening(folder.path, name)) {
      if (suffix === 'sock')
        living.push({
          id,
          pid: Number(pid),
          startedAt: Number(startedAt),
          isOwner: names.has(`${id}.owner`),
        });
    } else {
      if (suffix === 'sock') await removeName(folder.path, `${id}.owner`);
      await removeName(folder.path, name);
    }
  }
  return living;
}

export async function removeName(folder: string, name: string): Promise<void> {
  await unlink(join(folder, name)).catch((error) => {
    if (!hasErrorCode(error, 'ENOENT')) throw error;
  });
}

async function listNames(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/**
 * The kernel accepts a connection for a process that is paused or busy too; it refuses one only when no process
 * holds the socket any more. Every other failure (not permitted, queue full) means that somebody does.
 */
async function isListening(folder: string, name: string): Promise<boolean> {
  try {
    const socket = await connectSocket(folder, name);
    socket.destroy();
    return true;
  } catch (error) {
    return !hasErrorCode(error, 'ECONNREFUSED', 'ENOENT');
  }
}
