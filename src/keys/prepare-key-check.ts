import type { KeyStore, StoredKey } from '../stores/key-store.js';
import { areEqualHashes, hashSecret, type Pepper } from './hash-secret.js';
import { isWellFormedKey } from './key-format.js';
import { throwMapped } from './map-store-error.js';

/**
 * Finds the key of a secret, including expired and disabled keys; null if it is malformed, unknown or revoked.
 * Synchronous if the store has the key in memory.
 */
export type FindKey = (secret: string) => Found | Promise<Found>;

type Found = StoredKey | null;

/** `peppers` are those that keys may be hashed with. Keys without a pepper remain valid. */
export function prepareKeyCheck(store: KeyStore, peppers: readonly Pepper[]): FindKey {
  const candidates = [...peppers, null];

  return (secret) => {
    // The checksum detects a mistyped key without a query to the store.
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
