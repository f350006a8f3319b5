import type { StoredKey } from '../stores/key-store.js';
import type { VerifiedKey } from './api-keys.js';
import type { ApiKeysOptions } from './api-keys-options.js';
import { prepareKeyCheck } from './prepare-key-check.js';
import { prepareKeyPresenter } from './prepare-key-presenter.js';

/**
 * Tells whose key a secret is, at once where the store has the key at hand; null for one that is malformed, unknown or
 * revoked. That alone is no use of the key.
 */
export type Verify = (secret: string) => Verification | Promise<Verification>;

export type Verification = FoundKey | RefusedKey | null;

/** A key that is good, with the hash by which `watchKey` knows it. */
export interface FoundKey extends VerifiedKey {
  readonly hash: string;
}

/** A key that is known and no longer good for anything. */
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
    const conclude = (key: Awaited<ReturnType<typeof findKey>>): Verification => {
      if (key === null) return null;
      if (!isGood(key, time)) return { refusedKeyId: key.id };
      return { userId: key.userId, record: present(key), hash: key.hash };
    };
    const found = findKey(secret);
    return found instanceof Promise ? found.then(conclude) : conclude(found);
  };
}

/** Whether a key that is stored opens anything at that time. */
export function isGood({ disabled, expiresAt }: StoredKey, time: number): boolean {
  return !disabled && (expiresAt === null || expiresAt > time);
}
