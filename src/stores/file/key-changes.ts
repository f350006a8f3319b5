/**
 * What happens to the keys of a draft, and what is asked of those of a state. Each change throws before it has changed
 * anything, or happens as a whole; what it throws names `store`, the path.
 */
import type { InsertionTerms, KeyRefusal, Replacement, StoredKey } from '../key-store.js';
import { StoreError } from '../store-error.js';
import type { Draft } from './draft.js';
import type { StoreState } from './store-state.js';

/** Each change writes the whole file; beyond this a database is the better place. */
export const MAX_KEYS = 10_000;

export function insertKey(
  draft: Draft,
  key: StoredKey,
  terms: InsertionTerms,
  store: string,
): 'inserted' | KeyRefusal {
  if (isOrphan(draft, terms)) return 'orphan';
  if (hasNoRoom(draft, key, terms)) return 'full';
  refuseTwin(draft, key, store);
  refuseTooMany(draft.state.keys.size + 1, store);
  draft.put('keys', key);
  ensureUser(draft, key);
  return 'inserted';
}

export function replaceKey(
  draft: Draft,
  key: StoredKey,
  replacement: Replacement,
  store: string,
): 'replaced' | 'unknown' | KeyRefusal {
  const { replaces, expiresAt } = replacement;
  if (isOrphan(draft, replacement)) return 'orphan';
  const old = draft.state.keys.get(replaces);
  if (old === undefined || old.userId !== key.userId) return 'unknown';
  if (expiresAt !== null && hasNoRoom(draft, key, replacement)) return 'full';
  refuseTwin(draft, key, store);
  if (expiresAt === null) draft.remove('keys', replaces);
  else {
    refuseTooMany(draft.state.keys.size + 1, store);
    draft.put('keys', { ...old, expiresAt: Math.min(expiresAt, old.expiresAt ?? expiresAt) });
  }
  draft.put('keys', key);
  return 'replaced';
}

/** The deleted key; null when the user has none with this id. */
export function deleteKey(draft: Draft, userId: string, id: string): StoredKey | null {
  const key = draft.state.keys.get(id);
  if (key === undefined || key.userId !== userId) return null;
  draft.remove('keys', id);
  return key;
}

export function recordUses(draft: Draft, uses: ReadonlyMap<string, number>): void {
  for (const [id, lastUsedAt] of uses) {
    const key = draft.state.keys.get(id);
    if (key !== undefined) draft.put('keys', { ...key, lastUsedAt });
  }
}

export function countByPepper(state: StoreState): ReadonlyMap<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const { pepperId } of state.keys.values()) counts.set(pepperId, (counts.get(pepperId) ?? 0) + 1);
  return counts;
}

/** The user's keys in the order of insertion. */
export function listKeysOf(state: StoreState, userId: string): StoredKey[] {
  const keys: StoredKey[] = [];
  for (const key of state.keys.values()) if (key.userId === userId) keys.push(key);
  return keys;
}

/** Makes the user of what is being added, when there is none. */
export function ensureUser(
  draft: Draft,
  { userId, createdAt }: { readonly userId: string; readonly createdAt: number },
): void {
  if (!draft.state.users.has(userId)) draft.put('users', { id: userId, createdAt });
}

/** Throws FULL when a store would hold `count` keys and may not. */
export function refuseTooMany(count: number, store: string): void {
  if (count > MAX_KEYS)
    throw new StoreError('FULL', `${store} takes ${MAX_KEYS} keys at most. Use PostgreSQL for more.`);
}

/** Asked in the change itself, so that a key that is deleted at that moment makes nothing any more. */
function isOrphan({ state }: Draft, { maker }: InsertionTerms): boolean {
  return maker !== undefined && !state.keys.has(maker);
}

function hasNoRoom({ state }: Draft, { userId }: StoredKey, { maxPerUser }: InsertionTerms): boolean {
  return listKeysOf(state, userId).length >= maxPerUser;
}

function refuseTwin({ state }: Draft, { id, hash }: StoredKey, store: string): void {
  if (state.keys.has(id) || state.keyIds.has(hash))
    throw new StoreError('UNAVAILABLE', `${store} holds a key with the id or the hash of ${id} already.`);
}
