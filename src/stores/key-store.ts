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
}

/** Keys. A resolved change is durable; a rejected one (`StoreError`) left everything as it was. */
export interface KeyStore {
  /** Adds the key, and its user when there is none. False, changing nothing, when the user has `maxPerUser` keys. */
  insert(key: StoredKey, limits: { readonly maxPerUser: number }): Promise<boolean>;
  findByHash(hash: string): Promise<StoredKey | null>;
  findById(id: string): Promise<StoredKey | null>;
  /** In the reverse of the order in which they were inserted. */
  listByUser(userId: string): Promise<readonly StoredKey[]>;
  /** Removes the user's key and gives it back; null when the user has no such key. */
  delete(key: { readonly userId: string; readonly id: string }): Promise<StoredKey | null>;
  /** Sets `lastUsedAt`: key id to time. Ids of keys that are gone are ignored. */
  recordUses(uses: ReadonlyMap<string, number>): Promise<void>;
}
