import type { KeyStore, StoredKey } from '../stores/key-store.js';
import { areEqualHashes, hashSecret, type Pepper } from './hash-secret.js';
import { isWellFormedKey } from './key-format.js';
import { mapStoreError } from './map-store-error.js';

/**
 * Finds the key that a secret opens, or null for one that is malformed, unknown, expired or revoked; at once where the
 * store has it at hand.
 */
export type VerifyKey = (secret: string, now: number) => Found | Promise<Found>;

type Found = StoredKey | null;

/** `peppers` are those that keys may be hashed with; keys made before there was one stay good. */
export function prepareKeyCheck(store: KeyStore, peppers: readonly Pepper[]): VerifyKey {
  const candidates = [...peppers, null];

  function findBySecret(secret: string, first: number): Found | Promise<Found> {
    for (let index = first; index < candidates.length; index++) {
      const pepper = candidates[index] ?? null;
      const hash = hashSecret(secret, pepper);
      const found = store.findByHash(hash);
      if (found instanceof Promise) {
        return mapStoreError(found).then((key) =>
          isHashedSo(key, hash, pepper) ? key : findBySecret(secret, index + 1),
        );
      }
      if (isHashedSo(found, hash, pepper)) return found;
    }
    return null;
  }

  return (secret, now) => {
    // What is mistyped is told by its checksum, and costs the store nothing.
    if (!isWellFormedKey(secret)) return null;
    const found = findBySecret(secret, 0);
    return found instanceof Promise ? found.then((key) => unlessOver(key, now)) : unlessOver(found, now);
  };
}

function isHashedSo(key: Found, hash: string, pepper: Pepper | null): boolean {
  return key !== null && key.pepperId === (pepper?.id ?? null) && areEqualHashes(key.hash, hash);
}

function unlessOver(key: Found, now: number): Found {
  return key !== null && (key.expiresAt === null || key.expiresAt > now) ? key : null;
}
