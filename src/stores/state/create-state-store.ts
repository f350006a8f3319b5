import type { Store } from '../store.js';
import type { StoreContents } from '../store-contents.js';
import { StoreError } from '../store-error.js';
import type { StoreCounts } from '../store-report.js';
import type { CommitQueue } from './commit-queue.js';
import { assertCapacity } from './key-changes.js';
import { createMemoryAnswers } from './memory-answers.js';
import { createStateKeyStore } from './state-key-store.js';
import { createStateSessionStore } from './state-session-store.js';
import { createStateUsageStore } from './state-usage-store.js';
import { createStateUserStore } from './state-user-store.js';
import { type Collection, countRecords, IDENTITIES } from './store-state.js';
import type { Transaction } from './transaction.js';
import { printUsage } from './usage-record.js';

export interface StateStoreOptions {
  /** The store's clock, in epoch milliseconds; `Date.now` when absent. */
  readonly now?: (() => number) | undefined;
  readonly onWarn?: ((message: string) => void) | undefined;
}

/** The part of a driver that works on a state in memory; the queue writes it. Messages call the store `name`. */
export function createStateStore(
  queue: CommitQueue,
  name: string,
  { now = Date.now, onWarn = () => {} }: StateStoreOptions,
): Pick<Store, 'keys' | 'usage' | 'users' | 'sessions' | 'answers' | 'now' | 'fill'> {
  const answers = createMemoryAnswers(now);
  return {
    now,
    answers,
    keys: createStateKeyStore(queue, { path: name, answers, onWarn }),
    usage: createStateUsageStore(queue),
    users: createStateUserStore(queue),
    sessions: createStateSessionStore(queue),
    async fill(parts) {
      const all: StoreContents[] = [];
      let keys = 0;
      for await (const part of parts) {
        keys += part.keys.length;
        assertCapacity(keys, name);
        all.push(part);
      }
      return queue.commit((transaction) => fillStore(transaction, all, name));
    },
  };
}

/** Puts the contents into an empty store. Throws before it changes anything. */
function fillStore(transaction: Transaction, parts: readonly StoreContents[], store: string): StoreCounts {
  for (const name of Object.keys(IDENTITIES) as Collection[])
    if (transaction.state[name].size > 0)
      throw new StoreError('NOT_EMPTY', `The store ${store} is not empty. Use an empty store.`);
  for (const { keys, users, signInTokens, sessions, usage } of parts) {
    for (const key of keys) transaction.put('keys', key);
    for (const user of users) transaction.put('users', user);
    for (const token of signInTokens) transaction.put('signInTokens', token);
    for (const session of sessions) transaction.put('sessions', session);
    for (const counted of usage) transaction.put('usage', printUsage(counted));
  }
  return countRecords(transaction.state);
}
