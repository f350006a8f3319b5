import { Low } from 'lowdb';
import { type CommitQueue, createCommitQueue } from '../state/commit-queue.js';
import { EMPTY_STATE, type StoreState } from '../state/store-state.js';
import { printCause, StoreError } from '../store-error.js';
import type { AuditOutbox } from './audit-outbox.js';
import type { FileSystem } from './file-system.js';
import { markInitialized, type OwnerFolder, refuseVanished } from './owner-folder.js';
import { removeLeftovers } from './replace-file.js';
import { createStateAdapter } from './state-adapter.js';

export interface OpenedState {
  readonly queue: CommitQueue;
  /** Whether writes are refused until the next start. */
  isReadOnly(): boolean;
  /** Refuses further changes, and resolves when nothing is being written or waits. */
  close(): Promise<void>;
}

export interface OpenStateOptions {
  readonly disk: FileSystem;
  /** Rejects when the store is not this process's own any more. */
  readonly assertHeld: () => Promise<void>;
  readonly outbox: AuditOutbox;
  readonly onWarn: (message: string) => void;
}

/** While the audit log cannot be written, no more entries wait for it: each change writes all of them. */
const MOST_PENDING = 10_000;

/** Reads the state of a store that this process owns, makes an empty one where none was, and proves that it can be written. */
export async function openState(folder: OwnerFolder, options: OpenStateOptions): Promise<OpenedState> {
  const { disk, assertHeld, outbox, onWarn } = options;
  const adapter = createStateAdapter(folder, disk, { assertHeld, onWarn });
  const low = new Low<StoreState>(adapter, EMPTY_STATE);
  await refuseVanished(folder, disk);
  await low.read();
  await removeLeftovers(disk, folder.store);
  for (const warning of folder.warnings) onWarn(warning);
  low.data = await outbox(low.data);
  // The first write comes before the first request: a folder or a mount that cannot be written is told at once.
  await low.write();
  await markInitialized(folder);
  /** Whether the log has the entries of earlier changes, although no write could take them out of the file yet. */
  let hasPassed = false;
  const queue = createCommitQueue(low.data, async (state) => {
    low.data = await makeRoom(state);
    await low.write();
    hasPassed = false;
    return outbox(low.data);
  });

  /** Where too many entries wait, passes those of earlier changes on, which come before the new ones. */
  async function makeRoom(state: StoreState): Promise<StoreState> {
    const earlier = queue.state.pendingAudit.length;
    if (!hasPassed && state.pendingAudit.length <= MOST_PENDING) return state;
    if (!hasPassed && (await outbox(queue.state)).pendingAudit.length > 0)
      throw new StoreError(
        'UNAVAILABLE',
        `${folder.store} takes no changes: ${earlier} audit entries wait, and the audit log cannot be written.`,
      );
    hasPassed = true;
    return { ...state, pendingAudit: state.pendingAudit.slice(earlier) };
  }

  const isReadOnly = () => adapter.readOnlyCause !== null;
  return {
    queue,
    isReadOnly,
    async close() {
      await queue.close();
      if (low.data === queue.state || isReadOnly()) return;
      // Without the entries that the log has: the next start need not look for them there.
      low.data = queue.state;
      await low.write().catch((error) => onWarn(printCause(error)));
    },
  };
}
