import { createKeyListeners } from '../key-listeners.js';
import type { InsertOptions, KeyStore, StoredKey } from '../key-store.js';
import type { CommitQueue } from './commit-queue.js';
import {
  deleteKey,
  insertKey,
  listKeysOf,
  MAX_KEYS,
  recordUses,
  replaceKey,
  updateKey,
} from './key-changes.js';
import type { MemoryAnswers } from './memory-answers.js';
import { compareKeys, takePage } from './take-page.js';

/** From this number on, a warning recommends a database. */
const MANY_KEYS = 5_000;

export interface StateKeyStoreOptions {
  /** The name of the store in messages. */
  readonly path: string;
  readonly answers: MemoryAnswers;
  readonly onWarn: (message: string) => void;
}

export function createStateKeyStore(
  queue: CommitQueue,
  { path, answers, onWarn }: StateKeyStoreOptions,
): KeyStore {
  let isWarned = false;
  const listeners = createKeyListeners();

  function warnOfMany(): void {
    if (isWarned || queue.state.keys.size < MANY_KEYS) return;
    isWarned = true;
    onWarn(`${path} holds ${queue.state.keys.size} of at most ${MAX_KEYS} keys. Consider PostgreSQL.`);
  }

  function noteNew({ id }: StoredKey, { claimed }: InsertOptions): void {
    if (claimed !== undefined) answers.recordCreated(claimed, id);
    warnOfMany();
  }

  warnOfMany();
  return {
    async insert(key, options, audit) {
      const outcome = await queue.commit((transaction) => insertKey(transaction, key, options, audit, path));
      if (outcome === 'inserted') noteNew(key, options);
      return outcome;
    },
    async replace(key, replacement, audit) {
      const replaced = queue.state.keys.get(replacement.replaces);
      const outcome = await queue.commit((transaction) =>
        replaceKey(transaction, key, replacement, audit, path),
      );
      if (outcome !== 'replaced') return outcome;
      noteNew(key, replacement);
      if (replaced) listeners.notify(replaced.hash);
      return outcome;
    },
    findByHashes(hashes) {
      const { keys, keyIds } = queue.state;
      for (const hash of hashes) {
        const id = keyIds.get(hash);
        if (id !== undefined) return keys.get(id) ?? null;
      }
      return null;
    },
    async findById(id) {
      return queue.state.keys.get(id) ?? null;
    },
    async listByUser(userId) {
      return listKeysOf(queue.state, userId).reverse();
    },
    async list(page) {
      return takePage(queue.state.keys.values(), compareKeys, page);
    },
    async update(key, change, audit) {
      const updated = await queue.commit((transaction) => updateKey(transaction, key, change, audit));
      if (updated !== null && updated !== 'orphan') listeners.notify(updated.hash);
      return updated;
    },
    async delete(key, audit) {
      const deleted = await queue.commit((transaction) => deleteKey(transaction, key, audit));
      if (deleted !== null) listeners.notify(deleted.hash);
      return deleted;
    },
    watch: listeners.watch,
    async listPeppers() {
      return new Set(Array.from(queue.state.keys.values(), ({ pepperId }) => pepperId));
    },
    recordUses(uses) {
      return queue.commit((transaction) => recordUses(transaction, uses));
    },
  };
}
