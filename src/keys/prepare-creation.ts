import type { CreatedKey, CreateKeyRequest } from './api-keys.js';
import type { ApiKeysOptions } from './api-keys-options.js';
import type { ChangeOrigin } from './change-origin.js';
import { checkKeyRequest } from './check-key-request.js';
import { checkUserId } from './check-user-id.js';
import { describeNewKey, generateKey } from './generate-key.js';
import { mapStoreError } from './map-store-error.js';
import type { PresentKey } from './prepare-key-presenter.js';
import { throwKeyRefusal } from './throw-key-refusal.js';

/** Prepares the function that creates keys. */
export function prepareCreation(
  { store, audit, now, peppers, maxKeysPerUser }: ApiKeysOptions,
  present: PresentKey,
): (request: CreateKeyRequest, origin: ChangeOrigin) => Promise<CreatedKey> {
  return async (request, origin) => {
    const { userId } = request;
    const { parentKey = null, claimed } = origin;
    checkUserId(userId);
    const createdAt = now();
    const terms = checkKeyRequest(request, parentKey, createdAt);
    const { stored, secret } = generateKey({ userId, terms, createdAt, pepper: peppers[0] });
    const outcome = await mapStoreError(
      store.insert(
        stored,
        { maxPerUser: maxKeysPerUser, parentKeyId: parentKey?.id, claimed },
        ({ isNewUser }) => [
          ...(isNewUser ? [audit.describe('user.created', origin, { user: userId })] : []),
          audit.describe('key.created', origin, describeNewKey(stored)),
        ],
      ),
    );
    if (outcome !== 'inserted') throwKeyRefusal(outcome, maxKeysPerUser);
    return { record: present(stored), secret };
  };
}
