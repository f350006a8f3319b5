import { ProcedureError } from '../protocol/procedure-error.js';
import type { KeyStore, StoredKey } from '../stores/key-store.js';
import type { ApiKeys, CreatedKey, CreateKeyRequest, RotatedKey, RotateKeyRequest } from './api-keys.js';
import type { AuditLog } from './audit-log.js';
import type { ChangeOrigin } from './change-origin.js';
import { checkKeyRequest, type KeyTerms } from './check-key-request.js';
import { checkRotation } from './check-rotation.js';
import { checkUserId } from './check-user-id.js';
import type { EnsureUser } from './ensure-user.js';
import { hashSecret, type Pepper } from './hash-secret.js';
import { drawKey, drawKeyId, readKeyStart } from './key-format.js';
import { orUnavailable } from './or-unavailable.js';
import { prepareKeyPresenter } from './present-key.js';
import { prepareKeyCheck } from './verify-key.js';
import type { WriteBehind } from './write-behind.js';

export interface ApiKeysOptions {
  readonly store: KeyStore;
  readonly ensureUser: EnsureUser;
  readonly audit: AuditLog;
  /** Where the times of use go: key id to time. */
  readonly uses: WriteBehind;
  readonly now: () => number;
  /** The first is for new keys. */
  readonly peppers: readonly Pepper[];
  readonly maxKeysPerUser: number;
}

/** The key service over a store, for changes of any origin. */
export function createApiKeys(options: ApiKeysOptions): (origin: ChangeOrigin) => ApiKeys {
  const { store, ensureUser, audit, uses, now, peppers, maxKeysPerUser } = options;
  const present = prepareKeyPresenter(uses);
  const findValid = prepareKeyCheck(store, peppers);

  function draw(userId: string, terms: KeyTerms, createdAt: number) {
    const [pepper = null] = peppers;
    const secret = drawKey();
    const stored: StoredKey = {
      id: drawKeyId(),
      hash: hashSecret(secret, pepper),
      pepperId: pepper?.id ?? null,
      userId,
      ...terms,
      start: readKeyStart(secret),
      createdAt,
      lastUsedAt: null,
    };
    return { stored, secret };
  }

  function tooMany(): ProcedureError {
    return new ProcedureError('CONFLICT', `A user has at most ${maxKeysPerUser} keys. Delete one first.`);
  }

  async function create(request: CreateKeyRequest, origin: ChangeOrigin): Promise<CreatedKey> {
    const { userId } = request;
    checkUserId(userId);
    const createdAt = now();
    const terms = checkKeyRequest(request, origin.maker ?? null, createdAt);
    await ensureUser(userId, origin);
    const { stored, secret } = draw(userId, terms, createdAt);
    if (!(await orUnavailable(store.insert(stored, { maxPerUser: maxKeysPerUser })))) throw tooMany();
    await audit.note('key.created', origin, describe(stored));
    return { record: present(stored), secret };
  }

  async function rotate(request: RotateKeyRequest, origin: ChangeOrigin): Promise<RotatedKey | null> {
    const { userId, id } = request;
    const old = await orUnavailable(store.findById(id));
    if (old === null || old.userId !== userId) return null;
    const createdAt = now();
    const { terms, previousExpiresAt } = checkRotation(request, old, origin.maker ?? null, createdAt);
    const { stored, secret } = draw(userId, terms, createdAt);
    const replacement = { replaces: id, expiresAt: previousExpiresAt, maxPerUser: maxKeysPerUser };
    const outcome = await orUnavailable(store.replace(stored, replacement));
    if (outcome === 'unknown') return null;
    if (outcome === 'full') throw tooMany();
    const end = Math.min(previousExpiresAt ?? createdAt, old.expiresAt ?? Number.POSITIVE_INFINITY);
    await audit.note('key.rotated', origin, {
      ...describe(stored),
      replaces: id,
      replacedWorksUntil: new Date(end).toISOString(),
    });
    return { record: present(stored), secret, previous: present({ ...old, expiresAt: end }) };
  }

  return (origin) => ({
    async list(userId) {
      return (await orUnavailable(store.listByUser(userId))).map(present);
    },
    create: (request) => create(request, origin),
    rotate: (request) => rotate(request, origin),
    async delete(key) {
      const deleted = await orUnavailable(store.delete(key));
      if (deleted === null) return null;
      await audit.note('key.deleted', origin, { key: deleted.id, user: deleted.userId });
      return present(deleted);
    },
    async verify(secret) {
      const time = now();
      const key = await findValid(secret, time);
      if (key === null) return null;
      uses.note(key.id, time);
      return { userId: key.userId, record: present(key) };
    },
  });
}

/** What the audit log says of a new key. */
function describe({ id, userId, scopes, expiresAt }: StoredKey) {
  return {
    key: id,
    user: userId,
    scopes,
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  };
}
