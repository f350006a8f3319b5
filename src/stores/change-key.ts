import type { KeyChange, StoredKey } from './key-store.js';

/** Returns the changed key, or the key itself if nothing differs. */
export function changeKey(key: StoredKey, { name, expiresAt, disabled }: KeyChange): StoredKey {
  const changed = {
    ...key,
    ...(name !== undefined && { name }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(disabled !== undefined && { disabled }),
  };
  const isSame =
    changed.name === key.name && changed.expiresAt === key.expiresAt && changed.disabled === key.disabled;
  return isSame ? key : changed;
}
