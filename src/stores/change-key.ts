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

/** Returns the expiry of the changed key if the change sets it or enables the key; undefined if it grants nothing. */
export function grantedExpiry(
  after: StoredKey,
  { expiresAt, disabled }: KeyChange,
): number | null | undefined {
  return expiresAt !== undefined || disabled === false ? after.expiresAt : undefined;
}

/** Whether the parent key still exists and is enabled, and a key with the granted expiry does not outlive it. */
export function mayGrant(
  parent: Pick<StoredKey, 'disabled' | 'expiresAt'> | undefined,
  granted: number | null | undefined,
): boolean {
  if (parent === undefined || parent.disabled) return false;
  if (parent.expiresAt === null || granted === undefined) return true;
  return granted !== null && granted <= parent.expiresAt;
}
