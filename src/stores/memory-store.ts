/** The driver for tests: all state is in memory only. */

import { type AuditEntry, concernsKey } from './audit-trail.js';
import { createCommitQueue } from './state/commit-queue.js';
import { createStateStore } from './state/create-state-store.js';
import { EMPTY_STATE, type StoreState } from './state/store-state.js';
import type { Store } from './store.js';
import { StoreError } from './store-error.js';

/** The contents of a memory store. A new store can be opened with the same object. */
export interface Memory {
  state: StoreState;
  /** The newest audit entries, oldest first. */
  audit?: readonly AuditEntry[];
}

/** The number of audit entries that a memory store keeps. */
const MAX_ENTRIES = 1_000;

export interface MemoryStoreOptions {
  readonly memory?: Memory;
  /** The store's clock; `Date.now` when absent. */
  readonly now?: (() => number) | undefined;
}

/** Creates a store without files, locks or timers. It is garbage-collected when it is no longer referenced. */
export function createMemoryStore(options: MemoryStoreOptions = {}): Store {
  const { memory = { state: EMPTY_STATE }, now } = options;
  const log = (entries: readonly AuditEntry[]) => {
    memory.audit = [...(memory.audit ?? []), ...entries].slice(-MAX_ENTRIES);
  };
  const queue = createCommitQueue(memory.state, async (state) => {
    log(state.pendingAudit);
    memory.state = { ...state, pendingAudit: [] };
    return memory.state;
  });
  let isClosed = false;
  return {
    ...createStateStore(queue, 'memory', { now }),
    audit: {
      async append(entry) {
        if (isClosed) throw new StoreError('UNAVAILABLE', 'The store is closed.');
        log([entry]);
      },
      async listByKey(keyId, limit) {
        const found = (memory.audit ?? []).filter((entry) => concernsKey(entry, keyId));
        return found.reverse().slice(0, limit);
      },
      async listByUser(userId, { skip, limit }) {
        const found = (memory.audit ?? []).filter(({ user }) => user === userId);
        return found.reverse().slice(skip, skip + limit);
      },
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
