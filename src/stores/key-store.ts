import type { IdempotentRequest } from './answer-store.js';
import type { AuditOf } from './audit-trail.js';
import type { Page } from './page.js';

/** A stored key. Times are epoch milliseconds. */
export interface StoredKey {
  /** Unique. */
  readonly id: string;
  /** The hash of the secret, lower-case hex; unique. */
  readonly hash: string;
  /** The id of the pepper used for the hash; null for none. */
  readonly pepperId: string | null;
  readonly userId: string;
  readonly name: string;
  readonly start: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number | null;
  /** Whether the key is rejected until it is enabled again. */
  readonly disabled: boolean;
}

/**
 * Stores keys. A change that resolves is durable. A change that rejects with a `StoreError` had no effect, unless its
 * code is UNKNOWN. Stored keys change only through these methods: mutating an argument or a result has no effect.
 */
export interface KeyStore {
  /** Adds the key, and its user if there is none. Rejects if another key has its id or its hash. */
  insert(
    key: StoredKey,
    options: InsertOptions,
    audit: AuditOf<UserOutcome>,
  ): Promise<'inserted' | KeyRefusal>;
  /** Finds the key that has one of these hashes, all of one secret. Synchronous if the keys are in memory. */
  findByHashes(hashes: readonly string[]): StoredKey | null | Promise<StoredKey | null>;
  findById(id: string): Promise<StoredKey | null>;
  /** Lists the user's keys, the last inserted first. */
  listByUser(userId: string): Promise<readonly StoredKey[]>;
  /** Lists keys of all users, grouped by user, newest first. */
  list(page: Page<KeyPosition>): Promise<readonly StoredKey[]>;
  /**
   * Adds the key and expires or removes the one that it replaces, in one change. Rejects if another key has its id or
   * its hash. For a user who already has `maxPerUser` keys, the replaced key must be removed.
   */
  replace(
    key: StoredKey,
    replacement: Replacement,
    audit: AuditOf<void>,
  ): Promise<'replaced' | 'unknown' | KeyRefusal>;
  /**
   * Changes the given fields of the key with this id (and this user, if given) and returns the key; null if there is
   * none. A change with no effect writes nothing.
   */
  update(
    key: { readonly id: string; readonly userId?: string | undefined },
    change: KeyChange,
    audit: AuditOf<KeyUpdate>,
  ): Promise<StoredKey | 'orphan' | null>;
  /** Removes the key with this id (and this user, if given) and returns it; null if there is none. */
  delete(
    key: { readonly id: string; readonly userId?: string | undefined },
    audit: AuditOf<StoredKey>,
  ): Promise<StoredKey | null>;
  /**
   * Calls `listener` with the hash of each key that any process changes or removes, less than a second later, or with
   * null if any key may have changed. Returns a function that stops this.
   */
  watch(listener: KeyListener): () => void;
  /** Lists the ids of the peppers that keys were hashed with; null stands for none. */
  listPeppers(): Promise<ReadonlySet<string | null>>;
  /**
   * Sets `lastUsedAt`, which only increases, from key id to time. A time less than a minute after the stored one may be
   * skipped. Ids of deleted keys are ignored.
   */
  recordUses(uses: ReadonlyMap<string, number>): Promise<void>;
}

export type KeyListener = (hash: string | null) => void;

export type KeyPosition = Pick<StoredKey, 'userId' | 'createdAt' | 'id'>;

/** What a change that creates missing users did about the user. */
export interface UserOutcome {
  readonly isNewUser: boolean;
}

/** A change of a key. Undefined fields are unchanged. */
export interface KeyChange {
  readonly name?: string | undefined;
  readonly expiresAt?: number | null | undefined;
  readonly disabled?: boolean | undefined;
  /** As in `InsertOptions`. */
  readonly parentKeyId?: string | undefined;
}

/** A key before and after a change. */
export interface KeyUpdate {
  readonly before: StoredKey;
  readonly after: StoredKey;
}

/**
 * Why a key was not stored; nothing changed. `full`: the user has the maximum number of keys. `orphan`: the parent key
 * was deleted or disabled, or now expires before the new key.
 */
export type KeyRefusal = 'full' | 'orphan';

export interface InsertOptions {
  readonly maxPerUser: number;
  /** The id of the key that authorized the creation. If it is deleted, disabled or outlived, nothing is created. */
  readonly parentKeyId?: string | undefined;
  /** The claimed request that creates the key. The key's id is recorded in its claim, in the same change. */
  readonly claimed?: IdempotentRequest | undefined;
}

export interface Replacement extends InsertOptions {
  /** The id of another key of the same user. */
  readonly replaces: string;
  /** When that key expires, unless it expires earlier; null removes it. */
  readonly expiresAt: number | null;
}
