import type { StoredKey } from '../stores/key-store.js';
import type { VerifiedKey } from './api-keys.js';
import type { ApiKeysOptions } from './api-keys-options.js';
import { prepareKeyCheck } from './prepare-key-check.js';
import { prepareKeyPresenter } from './prepare-key-presenter.js';

/**
 * Finds the key and user of a secret; null if it is malformed, unknown or revoked. Synchronous if the store has the key
 * in memory. Does not count as a use of the key.
 */
export type Verify = (secret: string) => Verification | Promise<Verification>;

export type Verification = FoundKey | RefusedKey | null;

/** A valid key, with its hash for `watchKey`. */
export interface FoundKey extends VerifiedKey {
  readonly hash: string;
}

/** A known key that is expired or disabled. */
export interface RefusedKey {
  readonly refusedKeyId: string;
}

export function prepareVerification({
  store,
  usage,
  now,
  peppers,
}: Pick<ApiKeysOptions, 'store' | 'usage' | 'now' | 'peppers'>): Verify {
  const present = prepareKeyPresenter(usage);
  const findKey = prepareKeyCheck(store, peppers);
  return (secret) => {
    const time = now();
    const toVerification = (key: Awaited<ReturnType<typeof findKey>>): Verification => {
      if (key === null) return null;
      if (!isActive(key, time)) return { refusedKeyId: key.id };
      return { userId: key.userId, record: present(key), hash: key.hash };
    };
    const found = findKey(secret);
    return found instanceof Promise ? found.then(toVerification) : toVerification(found);
  };
}

/** Whether a stored key is valid at that time. */
export function isActive({ disabled, expiresAt }: StoredKey, time: number): boolean {
  return !disabled && (expiresAt === null || expiresAt > time);
}
