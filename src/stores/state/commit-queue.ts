import { StoreError } from '../store-error.js';
import type { StoreState } from './store-state.js';
import { createTransaction, type Transaction } from './transaction.js';

/**
 * Edits the transaction and returns what to answer once that is written. What it throws, it throws before it edits: other
 * changes share the transaction.
 */
export type Change<Result> = (transaction: Transaction) => Result;

/**
 * Applies changes one after the other and writes what they made: one write in flight, the next carries all that
 * waits, so that nobody waits longer than two. A state becomes visible after it is written.
 */
export interface CommitQueue {
  /** The last state that is written. */
  readonly state: StoreState;
  commit<Result>(change: Change<Result>): Promise<Result>;
  /** Refuses further changes, and resolves when nothing is being written or waits. */
  close(): Promise<void>;
}

interface Waiting {
  readonly change: Change<unknown>;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/** `write` makes a state durable and returns it, without the audit entries that it passed on. */
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
        // A turn later, so that changes made in one turn share the first write already.
        draining ??= Promise.resolve().then(drain);
      });
    },
    async close() {
      isClosed = true;
      await draining;
    },
  };
}

/** What the changes make of the state, and what tells those who asked for them, to be called once that is written. */
function applyChanges(
  base: StoreState,
  batch: readonly Waiting[],
): { readonly state: StoreState; readonly answer: () => void } {
  const transaction = createTransaction(base);
  const answers = batch.map(({ change, resolve, reject }) => {
    try {
      const result = change(transaction);
      return () => resolve(result as never);
    } catch (error) {
      return () => reject(error);
    }
  });
  return { state: transaction.finish(), answer: () => answers.forEach((answer) => void answer()) };
}
