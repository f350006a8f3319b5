import type { KeyStore, StoredKey } from '../stores/key-store.js';
import { areEqualHashes, hashSecret, type Pepper } from './hash-secret.js';
import { isWellFormedKey } from './key-format.js';
import { mapStoreError } from './map-store-error.js';

/**
 * Finds the key that a secret opens, or null for one that is malformed, unknown, expired, disabled or revoked; at once where the
 * store has it at hand.
 */
export type VerifyKey = (secret: string, now: number) => Found | Promise<Found>;

type Found = StoredKey | null;

/** `peppers` are those that keys may be hashed with; keys made before there was one stay good. */
export function prepareKeyCheck(store: KeyStore, peppers: readonly Pepper[]): VerifyKey {
  const candidates = [...peppers, null];

  return (secret, now) => {
    // What is mistyped is told by its checksum, and costs the store nothing.
    if (!isWellFormedKey(secret)) return null;
    const hashes: string[] = [];
    function* hashWithEach(): Generator<string> {
      for (const pepper of candidates) {
        const hash = hashSecret(secret, pepper);
        hashes.push(hash);
        yield hash;
      }
    }
    const accept = (key: Found): Found => {
      if (key === null || key.disabled || (key.expiresAt !== null && key.expiresAt <= now)) return null;
      const index = candidates.findIndex((pepper) => key.pepperId === (pepper?.id ?? null));
      return areEqualHashes(key.hash, hashes[index] ?? '') ? key : null;
    };
    const found = store.findByHashes(hashWithEach());
    return found instanceof Promise ? mapStoreError(found).then(accept) : accept(found);
  };
}
