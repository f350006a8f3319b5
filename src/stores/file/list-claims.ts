/**
 * Who has a store open, or tries to: the claims in its owner folder. A process's names there share its claim's id:
 * `ID.tmp` (not yet listening for sure), `ID.sock` (claims the store), `ID.owner` (has it).
 */
import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '../store-error.js';
import { hasErrorCode, nullIfMissing } from './file-system.js';
import type { OwnerFolder } from './owner-folder.js';
import { connectSocket } from './socket-path.js';

/** The claim of a process that lives. */
export interface LivingClaim {
  /** `PID-STARTED-RANDOM`, the process's id and start in epoch milliseconds. */
  readonly id: string;
  readonly pid: number;
  readonly startedAt: number;
  readonly isOwner: boolean;
}

/** The process that has the store open; null when none has. Changes nothing. */
export async function findOwner(folder: OwnerFolder): Promise<LivingClaim | null> {
  for (const { claim, name } of await listClaims(folder))
    if (claim.isOwner && name.endsWith('.sock') && (await isListening(folder.path, name))) return claim;
  return null;
}

/** What is said to who comes second. */
export function refuseSecond(store: string, { pid, startedAt }: LivingClaim): StoreError {
  const since = new Date(startedAt).toISOString();
  const message = `The store ${store} is in use by process ${pid}, started at ${since}.`;
  return new StoreError('OWNED', `${message} Stop it first, or name another store.`);
}

/** The claims of living processes. Removes what dead ones left; an id is never used twice, so that is safe. */
export async function sweepClaims(folder: OwnerFolder): Promise<readonly LivingClaim[]> {
  const living: LivingClaim[] = [];
  for (const { claim, name } of await listClaims(folder)) {
    if (await isListening(folder.path, name)) {
      if (name.endsWith('.sock')) living.push(claim);
    } else {
      if (name.endsWith('.sock')) await removeName(folder.path, `${claim.id}.owner`);
      await removeName(folder.path, name);
    }
  }
  return living;
}

export async function removeName(folder: string, name: string): Promise<void> {
  await nullIfMissing(unlink(join(folder, name)));
}

async function listClaims({ path }: OwnerFolder): Promise<readonly { claim: LivingClaim; name: string }[]> {
  const names = new Set((await nullIfMissing(readdir(path))) ?? []);
  return [...names].flatMap((name) => {
    const [, id, pid, startedAt] = /^((\d+)-(\d+)-[0-9a-f]+)\.(?:sock|tmp)$/.exec(name) ?? [];
    if (id === undefined) return [];
    const isOwner = names.has(`${id}.owner`);
    return [{ claim: { id, pid: Number(pid), startedAt: Number(startedAt), isOwner }, name }];
  });
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
