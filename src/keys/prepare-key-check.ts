import type { KeyStore, StoredKey } from '../stores/key-store.js';
import { areEqualHashes, hashSecret, type Pepper } from './hash-secret.js';
import { isWellFormedKey } from './key-format.js';
import { throwMapped } from './map-store-error.js';

/**
 * Finds the key that a secret is of, whether it is expired or disabled or neither; null for one that is malformed, unknown or revoked. At
 * once where the store has it at hand.
 */
export type FindKey = (secret: string) => Found | Promise<Found>;

type Found = StoredKey | null;

/** `peppers` are those that keys may be hashed with; keys made before there was one stay good. */
export function prepareKeyCheck(store: KeyStore, peppers: readonly Pepper[]): FindKey {
  const candidates = [...peppers, null];

  return (secret) => {
    // What is mistyped is told by its checksum, and costs the store nothing.
    if (!isWellFormedKey(secret)) return null;
    const hashes = candidates.map((pepper) => hashSecret(secret, pepper));
    const found = store.findByHashes(hashes);
    return found instanceof Promise
      ? found.then((key) => accept(key, hashes), throwMapped)
      : accept(found, hashes);
  };

  function accept(key: Found, hashes: readonly string[]): Found {
    if (key === null) return null;
    const index = candidates.findIndex((pepper) => key.pepperId === (pepper?.id ?? null));
    return areEqualHashes(key.hash, hashes[index] ?? '') ? key : null;
  }
}
