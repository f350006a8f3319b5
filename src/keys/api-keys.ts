/** The public part of a key: everything but the secret. */
export interface KeyRecord {
  /** Public: `key_` and 16 base62 characters. */
  readonly id: string;
  readonly name: string;
  /** The first characters of the secret, enough to recognize it. */
  readonly start: string;
  /** The scopes of the key; empty for all rights of its owner. */
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** Null if it never expires. */
  readonly expiresAt: Date | null;
  /** Whether it is rejected, like an unknown key, until it is enabled again. */
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
  /** The complete key, available only now. */
  readonly secret: string;
}

export interface RotateKeyRequest {
  /** The owner. */
  readonly userId: string;
  /** The id of the key to replace. */
  readonly id: string;
  /** How long that key still works, in milliseconds, at most 30 days; 24 hours by default. 0 deletes it at once. */
  readonly overlapMs?: number | undefined;
  /** The expiry of the new key, as with `create`. By default it gets the same lifetime as the old one. */
  readonly expiresAt?: Date | null | undefined;
}

export interface UpdateKeyRequest extends KeyChanges {
  /** The owner. */
  readonly userId: string;
  readonly id: string;
}

/** The changes of a key. Absent properties are unchanged. */
export interface KeyChanges {
  /** As with `create`. */
  readonly name?: string | undefined;
  /** As with `create`; null means never. */
  readonly expiresAt?: Date | null | undefined;
  readonly disabled?: boolean | undefined;
}

export interface RotatedKey extends CreatedKey {
  /** The replaced key. It works until its `expiresAt`. */
  readonly previous: KeyRecord;
}

/**
 * The key service. A user can see and delete only their own keys. A key created in a request that another key
 * authenticated (`ctx.apiKey`) can do no more than that key and lives no longer. Errors of the caller are
 * `ProcedureError`s: BAD_REQUEST, FORBIDDEN (more than the parent key may), CONFLICT (too many keys),
 * SERVICE_UNAVAILABLE (the store could not be written).
 */
export interface ApiKeys {
  /** Lists the user's keys, newest first. */
  list(userId: string): Promise<readonly KeyRecord[]>;
  create(request: CreateKeyRequest): Promise<CreatedKey>;
  /**
   * Creates a key with the name and scopes of another, which still works for a while, in one change. Null if the user
   * has no such key.
   */
  rotate(request: RotateKeyRequest): Promise<RotatedKey | null>;
  /** Changes the name or the expiry, disables or enables the key. Null if the user has no such key. */
  update(request: UpdateKeyRequest): Promise<KeyRecord | null>;
  /** Deletes the key. Null if the user has no such key. */
  delete(request: { readonly userId: string; readonly id: string }): Promise<KeyRecord | null>;
  /** Returns the key and its owner; null if it is malformed, unknown, expired, disabled or revoked. Counts as a use. */
  verify(secret: string): Promise<VerifiedKey | null>;
}

export interface VerifiedKey {
  readonly userId: string;
  readonly record: KeyRecord;
}
