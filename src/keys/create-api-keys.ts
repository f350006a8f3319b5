import type { StoredKey } from '../stores/key-store.js';
import type { ApiKeys } from './api-keys.js';
import type { ApiKeysOptions } from './api-keys-options.js';
import { type ChangeOrigin, CLI_ORIGIN } from './change-origin.js';
import { deleteKey } from './delete-key.js';
import type { AllKeys } from './keyring.js';
import { mapStoreError } from './map-store-error.js';
import { prepareCreation } from './prepare-creation.js';
import { prepareKeyPresenter } from './prepare-key-presenter.js';
import { prepareRotation } from './prepare-rotation.js';
import { prepareUpdate } from './prepare-update.js';
import { prepareVerification } from './prepare-verification.js';

/** Creates the key service over a store, for changes of any origin. */
export function createApiKeys(options: ApiKeysOptions): (origin: ChangeOrigin) => ApiKeys {
  const { store, usage, now } = options;
  const verify = prepareVerification(options);
  const present = prepareKeyPresenter(usage);
  const create = prepareCreation(options, present);
  const rotate = prepareRotation(options, present);
  const update = prepareUpdate(options);

  return (origin) => ({
    async list(userId) {
      return (await mapStoreError(store.listByUser(userId))).map(present);
    },
    create: (request) => create(request, origin),
    rotate: (request) => rotate(request, origin),
    async update({ userId, id, ...changes }) {
      const updated = await update({ userId, id }, changes, origin);
      return updated && present(updated);
    },
    async delete(key) {
      const deleted = await deleteKey(options, key, origin);
      return deleted && present(deleted);
    },
    async verify(secret) {
      const verified = await verify(secret);
      if (verified === null || 'refusedKeyId' in verified) return null;
      const { hash: _, ...known } = verified;
      const { id } = known.record;
      usage.noteUse(id, now());
      usage.count(id, now(), { isRefused: false, address: origin.address, operation: null, status: null });
      return known;
    },
  });
}

/** Creates the service for the keys of all users, for changes from the terminal. */
export function createAllKeys(options: ApiKeysOptions): AllKeys {
  const present = prepareKeyPresenter(options.usage);
  const update = prepareUpdate(options);
  const own = (key: StoredKey) => ({ userId: key.userId, record: present(key) });
  return {
    async list({ after, limit }) {
      const position = after && {
        userId: after.userId,
        createdAt: after.record.createdAt.getTime(),
        id: after.record.id,
      };
      return (await mapStoreError(options.store.list({ after: position, limit }))).map(own);
    },
    async update(id, changes) {
      const updated = await update({ id }, changes, CLI_ORIGIN);
      return updated && own(updated);
    },
    async delete(id) {
      const deleted = await deleteKey(options, { id }, CLI_ORIGIN);
      return deleted && own(deleted);
    },
  };
}
