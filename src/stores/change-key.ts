import type { KeyChange, StoredKey } from './key-store.js';

/** The key after the change; the key itself when the change alters nothing. */
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
