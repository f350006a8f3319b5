/**
 * Changes of keys in a transaction, and lookups in a state. Each change either throws before it edits anything, or
 * happens as a whole. Its errors name `store`, the path.
 */
import type { AuditOf } from '../audit-trail.js';
import { changeKey, grantedExpiry, mayGrant } from '../change-key.js';
import type {
  InsertOptions,
  KeyChange,
  KeyRefusal,
  KeyUpdate,
  Replacement,
  StoredKey,
  UserOutcome,
} from '../key-store.js';
import { StoreError } from '../store-error.js';
import type { StoreState } from './store-state.js';
import type { Transaction } from './transaction.js';

/** Each change writes the whole file, so a database is better for more keys. */
export const MAX_KEYS = 10_000;

export function insertKey(
  transaction: Transaction,
  key: StoredKey,
  options: InsertOptions,
  audit: AuditOf<UserOutcome>,
  store: string,
): 'inserted' | KeyRefusal {
  if (isOrphan(transaction, options, key.expiresAt)) return 'orphan';
  if (hasMaxKeys(transaction, key, options)) return 'full';
  assertUnique(transaction, key, store);
  assertCapacity(transaction.state.keys.size + 1, store);
  transaction.put('keys', key);
  transaction.addAudit(audit({ isNewUser: ensureUser(transaction, key) }));
  return 'inserted';
}

export function replaceKey(
  transaction: Transaction,
  key: StoredKey,
  replacement: Replacement,
  audit: AuditOf<void>,
  store: string,
): 'replaced' | 'unknown' | KeyRefusal {
  const { replaces, expiresAt } = replacement;
  if (isOrphan(transaction, replacement, key.expiresAt)) return 'orphan';
  const old = transaction.state.keys.get(replaces);
  if (old === undefined || old.userId !== key.userId) return 'unknown';
  if (expiresAt !== null && hasMaxKeys(transaction, key, replacement)) return 'full';
  assertUnique(transaction, key, store);
  if (expiresAt === null) transaction.remove('keys', replaces);
  else {
    assertCapacity(transaction.state.keys.size + 1, store);
    transaction.put('keys', { ...old, expiresAt: Math.min(expiresAt, old.expiresAt ?? expiresAt) });
  }
  transaction.put('keys', key);
  transaction.addAudit(audit());
  return 'replaced';
}

/** Returns the changed key; null if there is none with this id, or it belongs to another user. */
export function updateKey(
  transaction: Transaction,
  { id, userId }: { readonly id: string; readonly userId?: string | undefined },
  change: KeyChange,
  audit: AuditOf<KeyUpdate>,
): StoredKey | 'orphan' | null {
  const before = transaction.state.keys.get(id);
  if (before === undefined || (userId !== undefined && before.userId !== userId)) return null;
  const after = changeKey(before, change);
  if (isOrphan(transaction, change, grantedExpiry(after, change))) return 'orphan';
  if (after === before) return before;
  transaction.put('keys', after);
  transaction.addAudit(audit({ before, after }));
  return after;
}

/** Returns the deleted key; null if there is none with this id, or it belongs to another user. */
export function deleteKey(
  transaction: Transaction,
  { id, userId }: { readonly id: string; readonly userId?: string | undefined },
  audit: AuditOf<StoredKey>,
): StoredKey | null {
  const key = transaction.state.keys.get(id);
  if (key === undefined || (userId !== undefined && key.userId !== userId)) return null;
  transaction.remove('keys', id);
  transaction.addAudit(audit(key));
  return key;
}

export function recordUses(transaction: Transaction, uses: ReadonlyMap<string, number>): void {
  for (const [id, lastUsedAt] of uses) {
    const key = transaction.state.keys.get(id);
    if (key !== undefined && (key.lastUsedAt === null || key.lastUsedAt < lastUsedAt))
      transaction.put('keys', { ...key, lastUsedAt });
  }
}

/** Lists the user's keys in insertion order. */
export function listKeysOf(state: StoreState, userId: string): StoredKey[] {
  const keys: StoredKey[] = [];
  for (const key of state.keys.values()) if (key.userId === userId) keys.push(key);
  return keys;
}

/** Creates the user of a new record if there is none; returns whether it did. */
export function ensureUser(
  transaction: Transaction,
  { userId, createdAt }: { readonly userId: string; readonly createdAt: number },
): boolean {
  const isNewUser = !transaction.state.users.has(userId);
  if (isNewUser) transaction.put('users', { id: userId, createdAt });
  return isNewUser;
}

/** Throws FULL if a store with `count` keys exceeds the limit. */
export function assertCapacity(count: number, store: string): void {
  if (count > MAX_KEYS)
    throw new StoreError('FULL', `${store} can hold at most ${MAX_KEYS} keys. Use PostgreSQL for more.`);
}

/**
 * Checked inside the change, so that a key that was just deleted or disabled cannot create anything, and none whose
 * expiry was just set to an earlier time can create a key that outlives it.
 */
function isOrphan(
  { state }: Transaction,
  { parentKeyId }: Pick<InsertOptions, 'parentKeyId'>,
  granted: number | null | undefined,
): boolean {
  return parentKeyId !== undefined && !mayGrant(state.keys.get(parentKeyId), granted);
}

function hasMaxKeys({ state }: Transaction, { userId }: StoredKey, { maxPerUser }: InsertOptions): boolean {
  return listKeysOf(state, userId).length >= maxPerUser;
}

function assertUnique({ state }: Transaction, { id, hash }: StoredKey, store: string): void {
  if (state.keys.has(id) || state.keyIds.has(hash))
    throw new StoreError('UNAVAILABLE', `${store} already holds a key with the id or the hash of ${id}.`);
}
