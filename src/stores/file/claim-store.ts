/**
 * Exclusive ownership of a store among processes that may be killed at any moment. Each process first publishes a
 * claim, a listening socket with a unique name, and then looks for other claims. A process that finds no other living
 * claim owns the store. Of two processes, at least the later one sees the other, so there are never two owners. Because
 * no name is reused, removing a dead claim cannot remove a living one. Process ids are for messages only; they prove
 * nothing.
 */
import { randomBytes } from 'node:crypto';
import { access, chmod, lstat, rename } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { pid } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import { StoreError } from '../store-error.js';
import type { CallServer } from './call-server.js';
import { chownSocket } from './chown-socket.js';
import { hasErrorCode } from './file-system.js';
import { createOwnedError, removeName, sweepClaims } from './list-claims.js';
import type { OwnerFolder } from './owner-folder.js';
import { writeProof } from './owner-proof.js';
import { listenAt } from './socket-path.js';

/** Ownership of the store, until it is released. */
export interface Claim {
  /** Rejects if the claim was removed by someone else. */
  assertHeld(): Promise<void>;
  /** Never rejects. */
  release(): Promise<void>;
}

/** How long a claim waits for concurrent claims. An existing owner is reported at once. */
const CLAIM_TIMEOUT_MS = 700;
/** How much longer the winning claim waits, so that one wins even on a busy machine. */
const WINNER_EXTRA_MS = 5_000;

/**
 * Claims the store, or throws an OWNED `StoreError` that names the owner, within a second. `calls` accepts the
 * connections that other processes make to the owner.
 */
export async function claimStore(
  folder: OwnerFolder,
  calls: Pick<CallServer, 'accept' | 'proof'>,
): Promise<Claim> {
  const deadline = performance.now() + CLAIM_TIMEOUT_MS;
  for (;;) {
    const claim = await publishClaim(folder, calls.accept);
    try {
      if (await isElected(folder, claim.id, deadline)) {
        await writeProof(folder, claim.id, calls.proof);
        return claim;
      }
    } catch (error) {
      await claim.release();
      throw error;
    }
    await claim.release();
    await sleep(5 + Math.random() * 20);
  }
}

/** True if no other living claim is left; false if this one has to yield to a concurrent claim. */
async function isElected(folder: OwnerFolder, id: string, deadline: number): Promise<boolean> {
  for (;;) {
    const rivals = (await sweepClaims(folder)).filter((claim) => claim.id !== id);
    const [rival] = rivals;
    if (rival === undefined) return true;
    const owner = rivals.find((claim) => claim.isOwner);
    const mustYield = rivals.some((claim) => claim.id < id);
    const isLate = performance.now() > deadline + (mustYield ? 0 : WINNER_EXTRA_MS);
    if (owner !== undefined || isLate) throw createOwnedError(folder.store, owner ?? rival);
    if (mustYield) return false;
    await sleep(5);
  }
}

async function publishClaim(
  folder: OwnerFolder,
  accept: (socket: Socket) => void,
): Promise<Claim & { id: string }> {
  const startedAt = Math.round(performance.timeOrigin);
  for (let attempt = 1; ; attempt++) {
    const id = `${pid}-${startedAt}-${randomBytes(6).toString('hex')}`;
    const server = createServer(accept);
    await listenAt(server, folder.path, `${id}.tmp`);
    // An open store must not keep the process alive.
    server.unref();
    server.on('error', () => {});
    try {
      await publishSocket(folder, id);
    } catch (error) {
      server.close();
      // Another process found the name just before the socket listened, and removed it as dead.
      if (hasErrorCode(error, 'ENOENT') && attempt < 10) continue;
      throw error;
    }
    return { id, ...createClaim(folder, id, server) };
  }
}

/** Gives a listening socket the name that makes it a claim, and the owner of the folder. */
async function publishSocket({ path, owners }: OwnerFolder, id: string): Promise<void> {
  const socket = join(path, `${id}.tmp`);
  const folder = await lstat(path);
  const [user = folder.uid] = owners ?? [];
  if (folder.uid !== user) await chownSocket(socket, user, folder);
  // Only the main thread can listen with its own umask. In our own folder nobody else replaces names, so chmod is safe.
  else if (!isMainThread) await chmod(socket, 0o600);
  await rename(socket, join(path, `${id}.sock`));
}

function createClaim({ store, path }: OwnerFolder, id: string, server: Server): Claim {
  const socket = join(path, `${id}.sock`);
  return {
    async assertHeld() {
      await access(socket).catch((cause) => {
        throw new StoreError(
          'UNAVAILABLE',
          `${store} was not written because its lock ${socket} was removed.`,
          cause,
        );
      });
    },
    async release() {
      // A name that cannot be removed is a dead claim from now on. The next process removes it.
      await removeName(path, `${id}.owner`)
        .then(() => removeName(path, `${id}.sock`))
        .catch(() => {});
      server.close();
    },
  };
}
