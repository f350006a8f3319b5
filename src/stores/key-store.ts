import type { Once } from './answer-store.js';
import type { AuditOf } from './audit-trail.js';
import type { Page } from './page.js';

/** A key at rest. Times are epoch milliseconds. */
export interface StoredKey {
  /** Unique. */
  readonly id: string;
  /** The hash of the secret, lower-case hex; unique. */
  readonly hash: string;
  /** Which pepper the hash was made with; null for none. */
  readonly pepperId: string | null;
  readonly userId: string;
  readonly name: string;
  readonly start: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number | null;
  /** Whether it is refused until it is enabled again. */
  readonly disabled: boolean;
}

/**
 * Keys. A resolved change is durable. A rejected one (`StoreError`) left everything as it was, unless its code is UNKNOWN.
 * What was stored changes through these methods only, whatever becomes of the objects that went in or came out.
 */
export interface KeyStore {
  /** Adds the key, and its user when there is none; rejects when a key has its id or its hash. */
  insert(
    key: StoredKey,
    terms: InsertionTerms,
    audit: AuditOf<UserOutcome>,
  ): Promise<'inserted' | KeyRefusal>;
  /** The key that has one of these hashes, which are of one secret. Synchronous where the keys are in memory. */
  findByHashes(hashes: readonly string[]): StoredKey | null | Promise<StoredKey | null>;
  findById(id: string): Promise<StoredKey | null>;
  /** In the reverse of the order in which they were inserted. */
  listByUser(userId: string): Promise<readonly StoredKey[]>;
  /** Keys of all users, those of one user together and the newest first. */
  list(page: Page<KeyPosition>): Promise<readonly StoredKey[]>;
  /**
   * Adds the key and ends the one it comes in place of, in one change; rejects when a key has its id or its hash. A user who
   * has `maxPerUser` keys gets one only in place of one that is removed.
   */
  replace(
    key: StoredKey,
    replacement: Replacement,
    audit: AuditOf<void>,
  ): Promise<'replaced' | 'unknown' | KeyRefusal>;
  /**
   * Changes what is named of the key with this id, of this user when one is named, and gives it back; null when there is
   * none. A change that alters nothing is no change.
   */
  update(
    key: { readonly id: string; readonly userId?: string | undefined },
    change: KeyChange,
    audit: AuditOf<KeyUpdate>,
  ): Promise<StoredKey | 'orphan' | null>;
  /** Removes the key with this id, of this user when one is named, and gives it back; null when there is none. */
  delete(
    key: { readonly id: string; readonly userId?: string | undefined },
    audit: AuditOf<StoredKey>,
  ): Promise<StoredKey | null>;
  /**
   * Calls `listener` with the hash of a key that was changed or removed, by whatever process, less than a second after that;
   * with null where any of them may have been. Gives what ends that.
   */
  watch(listener: KeyListener): () => void;
  /** The ids of the peppers that keys were hashed with; null stands for none. */
  listPeppers(): Promise<ReadonlySet<string | null>>;
  /**
   * Sets `lastUsedAt`, which only increases: key id to time. A time within a minute after the stored one may be left out.
   * Ids of keys that are gone are ignored.
   */
  recordUses(uses: ReadonlyMap<string, number>): Promise<void>;
}

export type KeyListener = (hash: string | null) => void;

export type KeyPosition = Pick<StoredKey, 'userId' | 'createdAt' | 'id'>;

/** What a change that makes a user when there is none did about the user. */
export interface UserOutcome {
  readonly isNewUser: boolean;
}

/** What is to be changed of a key. What is undefined stays. */
export interface KeyChange {
  readonly name?: string | undefined;
  readonly expiresAt?: number | null | undefined;
  readonly disabled?: boolean | undefined;
  /** As in `InsertionTerms`. */
  readonly parentKeyId?: string | undefined;
}

/** A key before and after a change. */
export interface KeyUpdate {
  readonly before: StoredKey;
  readonly after: StoredKey;
}

/**
 * Why a key is not stored; nothing changed then. `full`: the user has as many as may be. `orphan`: its parent key is gone or
 * disabled.
 */
export type KeyRefusal = 'full' | 'orphan';

export interface InsertionTerms {
  readonly maxPerUser: number;
  /** The id of the key that the new one is made with; once it is deleted or disabled nothing is. */
  readonly parentKeyId?: string | undefined;
  /** The request that asks for the key, which holds a claim: the key's id is noted there, in the same change. */
  readonly claimed?: Once | undefined;
}

export interface Replacement extends InsertionTerms {
  /** The id of a key of the same user. */
  readonly replaces: string;
  /** When that key expires, unless it does so earlier; null removes it. */
  readonly expiresAt: number | null;
}
