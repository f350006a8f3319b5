/** The public part of a key: everything but the secret. */
export interface KeyRecord {
  /** Public: `key_` and 16 base62 characters. */
  readonly id: string;
  readonly name: string;
  /** The first characters of the secret, enough to recognise it by. */
  readonly start: string;
  /** What the key may do; empty is all its owner may. */
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** Null when it never expires. */
  readonly expiresAt: Date | null;
  /** Whether it is refused, as an unknown key is, until it is enabled again. */
  readonly disabled: boolean;
}

export interface CreateKeyRequest {
  /** The owner. */
  readonly userId: string;
  /** 1 to 100 characters, without control characters and lone surrogates. */
  readonly name: string;
  readonly scopes?: readonly string[] | undefined;
  /** In the future, at most 365 days ahead. */
  readonly expiresAt?: Date | null | undefined;
}

export interface CreatedKey {
  readonly record: KeyRecord;
  /** The whole key, known only now. */
  readonly secret: string;
}

export interface RotateKeyRequest {
  /** The owner. */
  readonly userId: string;
  /** The key to be replaced. */
  readonly id: string;
  /** How long that key still works, in milliseconds, at most 30 days; 24 hours when absent, and 0 deletes it at once. */
  readonly overlapMs?: number | undefined;
  /** Of the new key, as with `create`; when absent it is given as long as the old one was made for. */
  readonly expiresAt?: Date | null | undefined;
}

export interface UpdateKeyRequest extends KeyChanges {
  /** The owner. */
  readonly userId: string;
  readonly id: string;
}

/** What becomes of a key. What is absent stays as it is. */
export interface KeyChanges {
  /** As with `create`. */
  readonly name?: string | undefined;
  /** As with `create`; null for never. */
  readonly expiresAt?: Date | null | undefined;
  readonly disabled?: boolean | undefined;
}

export interface RotatedKey extends CreatedKey {
  /** The key that was replaced; it works until its `expiresAt`. */
  readonly previous: KeyRecord;
}

/**
 * The key service. A user sees and deletes only their own keys. A key that asks (`ctx.apiKey`) is heeded: what is made
 * with it may do no more and lives no longer. Errors of the caller are `ProcedureError`s:
 * BAD_REQUEST, FORBIDDEN (more than the parent key may), CONFLICT (one key too many), SERVICE_UNAVAILABLE (the store
 * could not be written).
 */
export interface ApiKeys {
  /** The user's keys, the newest first. */
  list(userId: string): Promise<readonly KeyRecord[]>;
  create(request: CreateKeyRequest): Promise<CreatedKey>;
  /**
   * A new key with the name and scopes of another, which works on for a while; both in one change. Null when the
   * user has no such key.
   */
  rotate(request: RotateKeyRequest): Promise<RotatedKey | null>;
  /** Changes the name or the expiry, disables or enables. Null when the user has no such key. */
  update(request: UpdateKeyRequest): Promise<KeyRecord | null>;
  /** Null when the user has no such key. */
  delete(request: { readonly userId: string; readonly id: string }): Promise<KeyRecord | null>;
  /** Whose key it is, or null for one that is malformed, unknown, expired, disabled or revoked. Counts as a use of the key. */
  verify(secret: string): Promise<VerifiedKey | null>;
}

export interface VerifiedKey {
  readonly userId: string;
  readonly record: KeyRecord;
}
