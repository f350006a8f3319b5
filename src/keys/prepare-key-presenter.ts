import type { StoredKey } from '../stores/key-store.js';
import type { KeyRecord } from './api-keys.js';
import type { WriteBehind } from './write-behind.js';

/** Shows a key without its hash. */
export type PresentKey = (key: StoredKey) => KeyRecord;

/** `uses` knows of those that are not written yet. */
export function prepareKeyPresenter(uses: Pick<WriteBehind, 'read'>): PresentKey {
  return ({ id, name, start, scopes, createdAt, lastUsedAt, expiresAt, disabled }) => ({
    id,
    name,
    start,
    scopes,
    createdAt: new Date(createdAt),
    lastUsedAt: readDate(uses.read(id) ?? lastUsedAt),
    expiresAt: readDate(expiresAt),
    disabled,
  });
}

function readDate(time: number | null): Date | null {
  return time === null ? null : new Date(time);
}
