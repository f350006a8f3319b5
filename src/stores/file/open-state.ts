import { Low } from 'lowdb';
import { type CommitQueue, createCommitQueue } from '../state/commit-queue.js';
import { EMPTY_STATE, type StoreState } from '../state/store-state.js';
import type { FileSystem } from './file-system.js';
import { markInitialized, type OwnerFolder, refuseVanished } from './owner-folder.js';
import { removeLeftovers } from './replace-file.js';
import { createStateAdapter } from './state-adapter.js';

export interface OpenedState {
  readonly queue: CommitQueue;
  /** Whether writes are refused until the next start. */
  isReadOnly(): boolean;
}

export interface OpenStateOptions {
  readonly disk: FileSystem;
  /** Rejects when the store is not this process's own any more. */
  readonly assertHeld: () => Promise<void>;
  readonly onWarn: (message: string) => void;
}

/** Reads the state of a store that this process owns, makes an empty one where none was, and proves that it can be written. */
export async function openState(folder: OwnerFolder, options: OpenStateOptions): Promise<OpenedState> {
  const { disk, assertHeld, onWarn } = options;
  const adapter = createStateAdapter(folder, disk, assertHeld);
  const low = new Low<StoreState>(adapter, EMPTY_STATE);
  await refuseVanished(folder, disk);
  await low.read();
  await removeLeftovers(disk, folder.store);
  for (const warning of folder.warnings) onWarn(warning);
  // The first write comes before the first request: a folder or a mount that cannot be written is told at once.
  await low.write();
  await markInitialized(folder);
  const queue = createCommitQueue(low.data, async (state) => {
    low.data = state;
    await low.write();
  });
  return { queue, isReadOnly: () => adapter.readOnlyCause !== null };
}
