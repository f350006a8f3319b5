import type { StoredKey } from '../../src/stores/key-store.js';

/** A key to put into a store; `number` makes it differ from others. */
export function storedKey(number: number, fields: Partial<StoredKey> = {}): StoredKey {
  return {
    id: `key_${String(number).padStart(16, '0')}`,
    hash: number.toString(16).padStart(64, '0'),
    pepperId: null,
    userId: 'alice',
    name: `key ${number}`,
    start: 'pgk_abcd',
    scopes: [],
    createdAt: 1_700_000_000_000 + number,
    lastUsedAt: null,
    expiresAt: null,
    disabled: false,
    ...fields,
  };
}

export const NO_LIMIT = { maxPerUser: Number.POSITIVE_INFINITY };

/** The audit entries of a change that a test does not ask about. */
export const NO_AUDIT = () => [];
