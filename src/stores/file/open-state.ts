import { Low } from 'lowdb';
import { type CommitQueue, createCommitQueue } from '../state/commit-queue.js';
import { EMPTY_STATE, type StoreState } from '../state/store-state.js';
import { printCause, StoreError } from '../store-error.js';
import type { AuditOutbox } from './audit-outbox.js';
import type { FileSystem } from './file-system.js';
import { assertNotVanished, markInitialized, type OwnerFolder } from './owner-folder.js';
import { removeLeftovers } from './replace-file.js';
import { createStateAdapter } from './state-adapter.js';

export interface OpenedState {
  readonly queue: CommitQueue;
  /** Whether writes are refused until the next start. */
  isReadOnly(): boolean;
  /** Rejects further changes, and resolves when no write is running or waiting. */
  close(): Promise<void>;
}

export interface OpenStateOptions {
  readonly disk: FileSystem;
  /** Rejects if this process no longer owns the store. */
  readonly assertHeld: () => Promise<void>;
  readonly outbox: AuditOutbox;
  readonly onWarn: (message: string) => void;
}

/** The limit of entries that wait while the audit log cannot be written, because each change writes all of them. */
const MAX_PENDING = 10_000;

/** Reads the state of a store that this process owns, or creates an empty one, and checks that it is writable. */
export async function openState(folder: OwnerFolder, options: OpenStateOptions): Promise<OpenedState> {
  const { disk, assertHeld, outbox, onWarn } = options;
  const adapter = createStateAdapter(folder, disk, { assertHeld, onWarn });
  const low = new Low<StoreState>(adapter, EMPTY_STATE);
  await assertNotVanished(folder, disk);
  await low.read();
  await removeLeftovers(disk, folder.store);
  for (const warning of folder.warnings) onWarn(warning);
  low.data = await outbox(low.data);
  // Writes before the first request, so that a read-only folder or mount is reported at once.
  await low.write();
  await markInitialized(folder);
  /** Whether the log has the entries of earlier changes, but no write has removed them from the file yet. */
  let areEarlierLogged = false;
  const queue = createCommitQueue(low.data, async (state) => {
    low.data = await trimPending(state);
    await low.write();
    areEarlierLogged = false;
    return outbox(low.data);
  });

  /** If too many entries wait, logs those of earlier changes, which precede the new ones. */
  async function trimPending(state: StoreState): Promise<StoreState> {
    const earlier = queue.state.pendingAudit.length;
    if (!areEarlierLogged && state.pendingAudit.length <= MAX_PENDING) return state;
    if (!areEarlierLogged && (await outbox(queue.state)).pendingAudit.length > 0)
      throw new StoreError(
        'UNAVAILABLE',
        `${folder.store} accepts no changes: ${earlier} audit entries are waiting, and the audit log cannot be written.`,
      );
    areEarlierLogged = true;
    return { ...state, pendingAudit: state.pendingAudit.slice(earlier) };
  }

  const isReadOnly = () => adapter.readOnlyCause !== null;
  return {
    queue,
    isReadOnly,
    async close() {
      await queue.close();
      if (low.data === queue.state || isReadOnly()) return;
      // Removes the entries that are logged, so that the next start does not have to look for them in the log.
      low.data = queue.state;
      await low.write().catch((error) => onWarn(printCause(error)));
    },
  };
}
