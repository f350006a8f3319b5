import type { KeyStore, StoredKey } from '../key-store.js';
import { StoreError } from '../store-error.js';
import type { CommitQueue } from './commit-queue.js';
import { type StoreState, withEntry, withoutEntry, withUpdates } from './store-state.js';

/** Each change writes the whole file; beyond this a database is the better place. */
const MANY_KEYS = 5_000;
const MAX_KEYS = 10_000;

export function createFileKeyStore(
  queue: CommitQueue,
  path: string,
  onWarn: (message: string) => void,
): KeyStore {
  const findIn = createHashIndex();

  function warnOfMany(): void {
    if (queue.state.keys.size === MANY_KEYS)
      onWarn(`${path} holds ${MANY_KEYS} keys and takes ${MAX_KEYS}. Consider PostgreSQL.`);
  }

  return {
    async insert(key, { maxPerUser }) {
      const isInserted = await queue.commit((state) => {
        if (state.keys.has(key.id)) throw new StoreError('UNAVAILABLE', `A key ${key.id} exists already.`);
        if (listByUser(state, key.userId).length >= maxPerUser) return [state, false];
        if (state.keys.size >= MAX_KEYS)
          throw new StoreError('FULL', `${path} holds ${MAX_KEYS} keys, its most. Use PostgreSQL for more.`);
        return [withUser({ ...state, keys: withEntry(state.keys, key.id, key) }, key), true];
      });
      if (isInserted) warnOfMany();
      return isInserted;
    },
    async findByHash(hash) {
      return findIn(queue.state.keys, hash) ?? null;
    },
    async findById(id) {
      return queue.state.keys.get(id) ?? null;
    },
    async listByUser(userId) {
      return listByUser(queue.state, userId).reverse();
    },
    delete({ userId, id }) {
      return queue.commit((state) => {
        const key = state.keys.get(id);
        if (key === undefined || key.userId !== userId) return [state, null];
        return [{ ...state, keys: withoutEntry(state.keys, id) }, key];
      });
    },
    recordUses(uses) {
      return queue.commit((state) => {
        const keys = withUpdates(state.keys, uses, (key, lastUsedAt) => ({ ...key, lastUsedAt }));
        return [keys === state.keys ? state : { ...state, keys }, undefined];
      });
    },
  };
}

/** The state with the user of what was just added, made when there is none. */
export function withUser(
  state: StoreState,
  { userId, createdAt }: { readonly userId: string; readonly createdAt: number },
): StoreState {
  if (state.users.has(userId)) return state;
  return { ...state, users: withEntry(state.users, userId, { id: userId, createdAt }) };
}

function listByUser(state: StoreState, userId: string): StoredKey[] {
  return Array.from(state.keys.values()).filter((key) => key.userId === userId);
}

/** Finds by hash; the index is made once for each generation of keys. */
function createHashIndex() {
  let indexed: ReadonlyMap<string, StoredKey> | null = null;
  let byHash = new Map<string, StoredKey>();
  return (keys: ReadonlyMap<string, StoredKey>, hash: string): StoredKey | undefined => {
    if (keys !== indexed) {
      byHash = new Map(Array.from(keys.values(), (key) => [key.hash, key]));
      indexed = keys;
    }
    return byHash.get(hash);
  };
}
