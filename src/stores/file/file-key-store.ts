import type { KeyStore, StoredKey } from '../key-store.js';
import { StoreError } from '../store-error.js';
import type { CommitQueue } from './commit-queue.js';
import type { Draft, StoreState } from './store-state.js';

/** Each change writes the whole file; beyond this a database is the better place. */
const MANY_KEYS = 5_000;
const MAX_KEYS = 10_000;

export function createFileKeyStore(
  queue: CommitQueue,
  path: string,
  onWarn: (message: string) => void,
): KeyStore {
  const findIn = createHashIndex();
  let isWarned = false;

  function warnOfMany(): void {
    if (isWarned || queue.state.keys.size < MANY_KEYS) return;
    isWarned = true;
    onWarn(`${path} holds ${queue.state.keys.size} keys and takes ${MAX_KEYS}. Consider PostgreSQL.`);
  }

  /** `isInPlace` says that another key goes for this one. */
  function checkRoom(draft: Draft, key: StoredKey, isInPlace: boolean): void {
    if (draft.keys.has(key.id)) throw new StoreError('UNAVAILABLE', `A key ${key.id} exists already.`);
    if (!isInPlace && draft.keys.size >= MAX_KEYS)
      throw new StoreError('FULL', `${path} holds ${MAX_KEYS} keys, its most. Use PostgreSQL for more.`);
  }

  warnOfMany();
  return {
    async insert(key, { maxPerUser }) {
      const isInserted = await queue.commit((draft) => {
        if (listByUser(draft, key.userId).length >= maxPerUser) return false;
        checkRoom(draft, key, false);
        draft.edit('keys').set(key.id, key);
        addUser(draft, key);
        return true;
      });
      warnOfMany();
      return isInserted;
    },
    async replace(key, { replaces, expiresAt, maxPerUser }) {
      const outcome = await queue.commit((draft) => {
        const old = draft.keys.get(replaces);
        if (old === undefined || old.userId !== key.userId) return 'unknown';
        if (expiresAt !== null && listByUser(draft, key.userId).length >= maxPerUser) return 'full';
        checkRoom(draft, key, expiresAt === null);
        const keys = draft.edit('keys');
        if (expiresAt === null) keys.delete(replaces);
        else keys.set(replaces, { ...old, expiresAt: Math.min(expiresAt, old.expiresAt ?? expiresAt) });
        keys.set(key.id, key);
        return 'replaced';
      });
      warnOfMany();
      return outcome;
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
      return queue.commit((draft) => {
        const key = draft.keys.get(id);
        if (key === undefined || key.userId !== userId) return null;
        draft.edit('keys').delete(id);
        return key;
      });
    },
    recordUses(uses) {
      return queue.commit((draft) => {
        for (const [id, lastUsedAt] of uses) {
          const key = draft.keys.get(id);
          if (key !== undefined) draft.edit('keys').set(id, { ...key, lastUsedAt });
        }
      });
    },
  };
}

/** Makes the user of what was just added, when there is none. */
export function addUser(
  draft: Draft,
  { userId, createdAt }: { readonly userId: string; readonly createdAt: number },
): void {
  if (!draft.users.has(userId)) draft.edit('users').set(userId, { id: userId, createdAt });
}

function listByUser(state: StoreState, userId: string): StoredKey[] {
  const keys: StoredKey[] = [];
  for (const key of state.keys.values()) if (key.userId === userId) keys.push(key);
  return keys;
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
