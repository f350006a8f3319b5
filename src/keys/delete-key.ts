import type { StoredKey } from '../stores/key-store.js';
import type { ApiKeysOptions } from './api-keys-options.js';
import type { ChangeOrigin } from './change-origin.js';
import { mapStoreError } from './map-store-error.js';

/** Deletes a key (of this user, if given) and returns it; null if there is none. */
export function deleteKey(
  { store, audit }: Pick<ApiKeysOptions, 'store' | 'audit'>,
  key: { readonly id: string; readonly userId?: string },
  origin: ChangeOrigin,
): Promise<StoredKey | null> {
  return mapStoreError(
    store.delete(key, ({ id, userId }) => [audit.describe('key.deleted', origin, { key: id, user: userId })]),
  );
}
