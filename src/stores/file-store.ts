/** The embedded driver: all state in memory and in one file, owned by one process. */
import { stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Low } from 'lowdb';
import { createCallServer } from './file/call-server.js';
import { claimStore } from './file/claim-store.js';
import { createCommitQueue } from './file/commit-queue.js';
import { type DiskDoor, hasErrorCode, disk as realDisk } from './file/disk-door.js';
import { createFileAuditTrail } from './file/file-audit-trail.js';
import { createFileKeyStore } from './file/file-key-store.js';
import { createFileSessionStore } from './file/file-session-store.js';
import { createFileUserStore } from './file/file-user-store.js';
import { makeOwnerFolder, type OwnerFolder, ownerFolderOf } from './file/owner-folder.js';
import { makeFolder, resolveRealPath } from './file/resolve-real-path.js';
import { createStateAdapter } from './file/state-adapter.js';
import { EMPTY_STATE, type StoreState } from './file/store-state.js';
import type { Store } from './store.js';
import { printCause, StoreError } from './store-error.js';

export interface FileStoreOptions {
  readonly onWarn?: (message: string) => void;
  readonly disk?: DiskDoor;
}

/**
 * Opens the store at `path` (absolute), making it when there is none. Rejects with a `StoreError`: OWNED, DAMAGED,
 * VANISHED, or UNAVAILABLE when its folder cannot be written.
 */
export async function openFileStore(path: string, options: FileStoreOptions = {}): Promise<Store> {
  const { disk = realDisk, onWarn = () => {} } = options;
  const folder = await prepareOwnerFolder(path);
  const calls = createCallServer();
  const claim = await claimStore(folder, calls.accept).catch((cause) => {
    throw cannotOpen(path, cause);
  });
  try {
    const adapter = createStateAdapter(folder.store, disk, claim.assertHeld);
    const low = new Low<StoreState>(adapter, EMPTY_STATE);
    await refuseVanished(folder);
    await low.read();
    await adapter.removeLeftovers();
    // The first write comes before the first request: a folder or a mount that cannot be written is told at once.
    await low.write();
    await writeMarker(folder);
    if (((await stat(folder.store)).mode & 0o077) !== 0)
      onWarn(`${folder.store} can be read by other users of this machine. Its mode should be 600.`);

    const queue = createCommitQueue(low.data, async (state) => {
      low.data = state;
      await low.write();
    });
    const audit = createFileAuditTrail(folder.store, disk);
    return {
      keys: createFileKeyStore(queue, folder.store, onWarn),
      users: createFileUserStore(queue),
      sessions: createFileSessionStore(queue),
      audit,
      serveCalls: calls.serve,
      async isReady() {
        if (adapter.readOnlyCause !== null) return false;
        return claim.assertHeld().then(
          () => true,
          () => false,
        );
      },
      async close() {
        await calls.close();
        await queue.close();
        await audit.close();
        await claim.release();
      },
    };
  } catch (error) {
    await calls.close();
    await claim.release();
    throw cannotOpen(path, error);
  }
}

async function prepareOwnerFolder(path: string): Promise<OwnerFolder> {
  try {
    const folder = ownerFolderOf(await resolveRealPath(path));
    await makeFolder(dirname(folder.store));
    await makeOwnerFolder(folder);
    return folder;
  } catch (error) {
    throw cannotOpen(path, error);
  }
}

async function refuseVanished({ store, marker, path }: OwnerFolder): Promise<void> {
  if ((await isMissing(store)) && !(await isMissing(marker)))
    throw new StoreError(
      'VANISHED',
      `The store ${store} is gone, though it was initialised before. Restore it from a backup, or remove ${path} to begin an empty one.`,
    );
}

async function writeMarker({ marker }: OwnerFolder): Promise<void> {
  if (await isMissing(marker))
    await writeFile(marker, 'The store beside this folder was initialised.\n', { mode: 0o600 });
}

async function isMissing(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    (error) => hasErrorCode(error, 'ENOENT'),
  );
}

function cannotOpen(path: string, cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  return new StoreError('UNAVAILABLE', `Cannot open the store ${path}: ${printCause(cause)}.`, cause);
}
