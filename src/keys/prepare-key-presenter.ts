import type { StoredKey } from '../stores/key-store.js';
import type { KeyRecord } from './api-keys.js';
import type { UsageCounter } from './create-usage-counter.js';

/** Converts a key to a record without the hash. */
export type PresentKey = (key: StoredKey) => KeyRecord;

/** `usage` has times of use that are not written yet. */
export function prepareKeyPresenter(usage: Pick<UsageCounter, 'readLastUse'>): PresentKey {
  return ({ id, name, start, scopes, createdAt, lastUsedAt, expiresAt, disabled }) => ({
    id,
    name,
    start,
    scopes,
    createdAt: new Date(createdAt),
    lastUsedAt: readDate(usage.readLastUse(id) ?? lastUsedAt),
    expiresAt: readDate(expiresAt),
    disabled,
  });
}

function readDate(time: number | null): Date | null {
  return time === null ? null : new Date(time);
}
