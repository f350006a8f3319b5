import type { ApiKeys } from './api-keys.js';
import type { ApiKeysOptions } from './api-keys-options.js';
import type { ChangeOrigin } from './change-origin.js';
import { mapStoreError } from './map-store-error.js';
import { prepareCreation } from './prepare-creation.js';
import { prepareKeyPresenter } from './prepare-key-presenter.js';
import { prepareRotation } from './prepare-rotation.js';
import { prepareVerification } from './prepare-verification.js';

/** The key service over a store, for changes of any origin. */
export function createApiKeys(options: ApiKeysOptions): (origin: ChangeOrigin) => ApiKeys {
  const { store, audit, uses, now } = options;
  const verify = prepareVerification(options);
  const present = prepareKeyPresenter(uses);
  const create = prepareCreation(options, present);
  const rotate = prepareRotation(options, present);

  return (origin) => ({
    async list(userId) {
      return (await mapStoreError(store.listByUser(userId))).map(present);
    },
    create: (request) => create(request, origin),
    rotate: (request) => rotate(request, origin),
    async delete(key) {
      const deleted = await mapStoreError(store.delete(key));
      if (deleted === null) return null;
      await audit.note('key.deleted', origin, { key: deleted.id, user: deleted.userId });
      return present(deleted);
    },
    async verify(secret) {
      const verified = await verify(secret);
      if (verified !== null) uses.note(verified.record.id, now());
      return verified;
    },
  });
}
