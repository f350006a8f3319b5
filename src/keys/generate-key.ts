import type { StoredKey } from '../stores/key-store.js';
import type { AuditSubject } from './audit-log.js';
import type { KeyProperties } from './check-key-request.js';
import { hashSecret, type Pepper } from './hash-secret.js';
import { generateKeyId, generateSecret, readKeyStart } from './key-format.js';

export interface NewKey {
  readonly userId: string;
  readonly terms: KeyProperties;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly pepper: Pepper | undefined;
  /** The public id; random when absent. */
  readonly id?: string;
}

/** Generates a key: its stored form, and its secret, which is not stored. */
export function generateKey({ userId, terms, createdAt, pepper, id = generateKeyId() }: NewKey): {
  readonly stored: StoredKey;
  readonly secret: string;
} {
  const secret = generateSecret();
  const stored = {
    id,
    hash: hashSecret(secret, pepper ?? null),
    pepperId: pepper?.id ?? null,
    userId,
    ...terms,
    start: readKeyStart(secret),
    createdAt,
    lastUsedAt: null,
    disabled: false,
  };
  return { stored, secret };
}

/** The audit log details of a new key. */
export function describeNewKey({ id, userId, scopes, expiresAt }: StoredKey): AuditSubject {
  const end = expiresAt === null ? null : new Date(expiresAt).toISOString();
  return { key: id, user: userId, scopes, expiresAt: end };
}
