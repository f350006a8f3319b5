import { ProcedureError } from '../protocol/procedure-error.js';
import type { KeyStore, StoredKey } from '../stores/key-store.js';
import type { ApiKeys, KeyRecord } from './api-keys.js';
import { checkKeyRequest } from './check-key-request.js';
import { checkUserId } from './check-user-id.js';
import { areEqualHashes, hashSecret, type Pepper } from './hash-secret.js';
import { drawKey, drawKeyId, isWellFormedKey, readKeyStart } from './key-format.js';
import { orUnavailable } from './or-unavailable.js';
import type { WriteBehind } from './write-behind.js';

export interface ApiKeysOptions {
  readonly store: KeyStore;
  /** Where the times of use go: key id to time. */
  readonly uses: WriteBehind;
  readonly now: () => number;
  readonly pepper: Pepper | null;
  readonly maxKeysPerUser: number;
}

/** The key service over a store. */
export function createApiKeys({ store, uses, now, pepper, maxKeysPerUser }: ApiKeysOptions): ApiKeys {
  /** Keys made before there was a pepper stay good. */
  async function findBySecret(secret: string): Promise<StoredKey | null> {
    for (const candidate of pepper === null ? [null] : [pepper, null]) {
      const hash = hashSecret(secret, candidate);
      const key = await orUnavailable(store.findByHash(hash));
      if (key !== null && key.pepperId === (candidate?.id ?? null) && areEqualHashes(key.hash, hash))
        return key;
    }
    return null;
  }

  function present(key: StoredKey): KeyRecord {
    const lastUsedAt = uses.read(key.id) ?? key.lastUsedAt;
    return {
      id: key.id,
      name: key.name,
      start: key.start,
      scopes: key.scopes,
      createdAt: new Date(key.createdAt),
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt),
      expiresAt: key.expiresAt === null ? null : new Date(key.expiresAt),
    };
  }

  return {
    async list(userId) {
      return (await orUnavailable(store.listByUser(userId))).map(present);
    },
    async create(request) {
      checkUserId(request.userId);
      const createdAt = now();
      const terms = checkKeyRequest(request, createdAt);
      const secret = drawKey();
      const key: StoredKey = {
        id: drawKeyId(),
        hash: hashSecret(secret, pepper),
        pepperId: pepper?.id ?? null,
        userId: request.userId,
        ...terms,
        start: readKeyStart(secret),
        createdAt,
        lastUsedAt: null,
      };
      if (!(await orUnavailable(store.insert(key, { maxPerUser: maxKeysPerUser }))))
        throw new ProcedureError('CONFLICT', `A user has at most ${maxKeysPerUser} keys. Delete one first.`);
      return { record: present(key), secret };
    },
    async delete(key) {
      const deleted = await orUnavailable(store.delete(key));
      return deleted === null ? null : present(deleted);
    },
    async verify(secret) {
      if (!isWellFormedKey(secret)) return null;
      const key = await findBySecret(secret);
      const time = now();
      if (key === null || (key.expiresAt !== null && key.expiresAt <= time)) return null;
      uses.note(key.id, time);
      return { userId: key.userId, record: present(key) };
    },
  };
}
