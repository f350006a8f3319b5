import { StoreError } from '../store-error.js';
import type { StoreState } from './store-state.js';

/** Makes the next state of a state, and says what to answer once it is durable. Runs again for no one. */
export type Change<Result> = (state: StoreState) => readonly [StoreState, Result];

/**
 * Applies changes one after the other and writes what they made: one write in flight, the next carries all that
 * waits, so that nobody waits longer than two. A state becomes visible after it is on disk.
 */
export interface CommitQueue {
  /** The last state that is on disk. */
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

export function createCommitQueue(
  initial: StoreState,
  write: (state: StoreState) => Promise<void>,
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
    let next = committed;
    const answers: (() => void)[] = [];
    for (const { change, resolve, reject } of batch) {
      try {
        const [state, result] = change(next);
        next = state;
        answers.push(() => resolve(result as never));
      } catch (error) {
        answers.push(() => reject(error));
      }
    }
    try {
      if (next !== committed) await write(next);
    } catch (error) {
      for (const { reject } of batch) reject(error);
      return;
    }
    committed = next;
    for (const answer of answers) answer();
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
