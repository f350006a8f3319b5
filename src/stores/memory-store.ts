/** The driver for tests: all state in memory and nowhere else. */
import { createCommitQueue } from './state/commit-queue.js';
import { createStateStore } from './state/create-state-store.js';
import { EMPTY_STATE, type StoreState } from './state/store-state.js';
import type { Store } from './store.js';
import { StoreError } from './store-error.js';

/** What a store in memory holds. Whoever keeps it can open the store again. */
export interface Memory {
  state: StoreState;
}

export interface MemoryStoreOptions {
  readonly memory?: Memory;
  /** The store's clock; `Date.now` when absent. */
  readonly now?: (() => number) | undefined;
}

/** A store that is gone when nobody refers to it any more. It has no file, no lock and no timer; audit entries are dropped. */
export function createMemoryStore(options: MemoryStoreOptions = {}): Store {
  const { memory = { state: EMPTY_STATE }, now } = options;
  const queue = createCommitQueue(memory.state, async (state) => {
    memory.state = { ...state, pendingAudit: [] };
    return memory.state;
  });
  let isClosed = false;
  return {
    ...createStateStore(queue, 'memory', { now }),
    audit: {
      async append() {
        if (isClosed) throw new StoreError('UNAVAILABLE', 'The store is closed.');
      },
      listByUser: async () => [],
    },
    isReady: async () => !isClosed,
    // No other process can reach it.
    serveCalls() {},
    async close() {
      isClosed = true;
      await queue.close();
    },
  };
}
