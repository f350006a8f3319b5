import type { CreatedKey, CreateKeyRequest } from './api-keys.js';
import type { ApiKeysOptions } from './api-keys-options.js';
import type { ChangeOrigin } from './change-origin.js';
import { checkKeyRequest } from './check-key-request.js';
import { checkUserId } from './check-user-id.js';
import { describeNewKey, drawStoredKey, refuseOneTooMany } from './draw-stored-key.js';
import { orUnavailable } from './or-unavailable.js';
import type { PresentKey } from './prepare-key-presenter.js';
import { prepareMakerCheck } from './prepare-maker-check.js';

/** Prepares what makes new keys. */
export function prepareCreation(
  { store, ensureUser, audit, now, peppers, maxKeysPerUser }: ApiKeysOptions,
  present: PresentKey,
): (request: CreateKeyRequest, origin: ChangeOrigin) => Promise<CreatedKey> {
  const makers = prepareMakerCheck(store);

  return async (request, origin) => {
    const { userId } = request;
    checkUserId(userId);
    const createdAt = now();
    const terms = checkKeyRequest(request, origin.maker ?? null, createdAt);
    await makers.assertAlive(origin);
    await ensureUser(userId, origin);
    const { stored, secret } = drawStoredKey({ userId, terms, createdAt, pepper: peppers[0] });
    const isInserted = await orUnavailable(store.insert(stored, { maxPerUser: maxKeysPerUser }));
    if (!isInserted) refuseOneTooMany(maxKeysPerUser);
    await makers.takeBackOrphan(stored, origin);
    await audit.note('key.created', origin, describeNewKey(stored));
    return { record: present(stored), secret };
  };
}
