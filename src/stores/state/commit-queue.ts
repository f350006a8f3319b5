import { StoreError } from '../store-error.js';
import type { StoreState } from './store-state.js';
import { createTransaction, type Transaction } from './transaction.js';

/**
 * Edits the transaction and returns the result to resolve with once the transaction is written. It must throw before it
 * edits anything, because other changes share the transaction.
 */
export type Change<Result> = (transaction: Transaction) => Result;

/**
 * Applies changes in order and writes the result. One write is in flight at a time; the next one includes all waiting
 * changes, so that no change waits for more than two writes. A state becomes visible after it is written.
 */
export interface CommitQueue {
  /** The last written state. */
  readonly state: StoreState;
  commit<Result>(change: Change<Result>): Promise<Result>;
  /** Rejects further changes, and resolves when no write is running or waiting. */
  close(): Promise<void>;
}

interface Waiting {
  readonly change: Change<unknown>;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/** `write` makes a state durable and returns it without the audit entries that it has logged. */
export function createCommitQueue(
  initial: StoreState,
  write: (state: StoreState) => Promise<StoreState>,
): CommitQueue {
  let committed = initial;
  let waiting: Waiting[] = [];
  let draining: Promise<void> | null = null;
  let isClosed = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await commitBatch(batch);
    }
    draining = null;
  }

  async function commitBatch(batch: readonly Waiting[]): Promise<void> {
    const { state, answer } = applyChanges(committed, batch);
    try {
      if (state !== committed) committed = await write(state);
    } catch (error) {
      for (const { reject } of batch) reject(error);
      return;
    }
    answer();
  }

  return {
    get state() {
      return committed;
    },
    commit(change) {
      if (isClosed) return Promise.reject(new StoreError('UNAVAILABLE', 'The store is closed.'));
      return new Promise((resolve, reject) => {
        waiting.push({ change, resolve, reject });
        // A microtask later, so that changes made in the same tick already share the first write.
        draining ??= Promise.resolve().then(drain);
      });
    },
    async close() {
      isClosed = true;
      await draining;
    },
  };
}

/** Applies the changes to the state. `answer` settles their promises; call it once the state is written. */
function applyChanges(
  base: StoreState,
  batch: readonly Waiting[],
): { readonly state: StoreState; readonly answer: () => void } {
  const transaction = createTransaction(base);
  const settlers = batch.map(({ change, resolve, reject }) => {
    try {
      const result = change(transaction);
      return () => resolve(result as never);
    } catch (error) {
      return () => reject(error);
    }
  });
  return { state: transaction.finish(), answer: () => settlers.forEach((answer) => void answer()) };
}
