import type { KeyStore, StoredKey } from '../stores/key-store.js';
import { areEqualHashes, hashSecret, type Pepper } from './hash-secret.js';
import { isWellFormedKey } from './key-format.js';
import { orUnavailable } from './or-unavailable.js';

/** Finds the key that a secret opens, or null for one that is malformed, unknown, expired or revoked. */
export type VerifyKey = (secret: string, now: number) => Promise<StoredKey | null>;

/** `peppers` are those that keys may be hashed with; keys made before there was one stay good. */
export function prepareKeyCheck(store: KeyStore, peppers: readonly Pepper[]): VerifyKey {
  const candidates = [...peppers, null];

  async function findBySecret(secret: string): Promise<StoredKey | null> {
    for (const pepper of candidates) {
      const hash = hashSecret(secret, pepper);
      const key = await orUnavailable(store.findByHash(hash));
      if (key !== null && key.pepperId === (pepper?.id ?? null) && areEqualHashes(key.hash, hash)) return key;
    }
    return null;
  }

  return async (secret, now) => {
    // What is mistyped is told by its checksum, and costs the store nothing.
    if (!isWellFormedKey(secret)) return null;
    const key = await findBySecret(secret);
    return key !== null && (key.expiresAt === null || key.expiresAt > now) ? key : null;
  };
}
