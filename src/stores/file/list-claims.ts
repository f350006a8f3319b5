/**
 * Lists the processes that have a store open or try to open it, by the claims in its owner folder. The files of one
 * claim share its id: `ID.tmp` (may not listen yet), `ID.sock` (claims the store), `ID.owner` (owns it).
 */
import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '../store-error.js';
import { hasErrorCode, nullIfMissing } from './file-system.js';
import type { OwnerFolder } from './owner-folder.js';
import { connectSocket } from './socket-path.js';

/** The claim of a living process. */
export interface LiveClaim {
  /** `PID-STARTED-RANDOM`: the process id and its start in epoch milliseconds. */
  readonly id: string;
  readonly pid: number;
  readonly startedAt: number;
  readonly isOwner: boolean;
}

/** Finds the process that has the store open; null if none has. Changes nothing. */
export async function findOwner(folder: OwnerFolder): Promise<LiveClaim | null> {
  for (const { claim, name } of await listClaims(folder))
    if (claim.isOwner && name.endsWith('.sock') && (await isListening(folder.path, name))) return claim;
  return null;
}

/** The error for a process that comes second. */
export function createOwnedError(store: string, { pid, startedAt }: LiveClaim): StoreError {
  const since = new Date(startedAt).toISOString();
  const message = `The store ${store} is in use by process ${pid}, started at ${since}.`;
  return new StoreError('OWNED', `${message} Stop it first, or use another store.`);
}

/** Lists the claims of living processes and removes dead ones. That is safe because an id is never reused. */
export async function sweepClaims(folder: OwnerFolder): Promise<readonly LiveClaim[]> {
  const live: LiveClaim[] = [];
  for (const { claim, name } of await listClaims(folder)) {
    if (await isListening(folder.path, name)) {
      if (name.endsWith('.sock')) live.push(claim);
    } else {
      if (name.endsWith('.sock')) await removeName(folder.path, `${claim.id}.owner`);
      await removeName(folder.path, name);
    }
  }
  return live;
}

export async function removeName(folder: string, name: string): Promise<void> {
  await nullIfMissing(unlink(join(folder, name)));
}

async function listClaims({ path }: OwnerFolder): Promise<readonly { claim: LiveClaim; name: string }[]> {
  const names = new Set((await nullIfMissing(readdir(path))) ?? []);
  return [...names].flatMap((name) => {
    const [, id, pid, startedAt] = /^((\d+)-(\d+)-[0-9a-f]+)\.(?:sock|tmp)$/.exec(name) ?? [];
    if (id === undefined) return [];
    const isOwner = names.has(`${id}.owner`);
    return [{ claim: { id, pid: Number(pid), startedAt: Number(startedAt), isOwner }, name }];
  });
}

/**
 * The kernel also accepts connections for a paused or busy process. It refuses a connection only if no process holds
 * the socket any more. Any other failure (not permitted, queue full) means that a process holds it.
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
