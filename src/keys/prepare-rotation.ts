import type { RotatedKey, RotateKeyRequest } from './api-keys.js';
import type { ApiKeysOptions } from './api-keys-options.js';
import type { ChangeOrigin } from './change-origin.js';
import { checkRotation } from './check-rotation.js';
import { describeNewKey, generateKey } from './generate-key.js';
import { mapStoreError } from './map-store-error.js';
import type { PresentKey } from './prepare-key-presenter.js';
import { throwKeyRefusal } from './throw-key-refusal.js';

/** Prepares the function that replaces a key by a new one. */
export function prepareRotation(
  { store, audit, now, peppers, maxKeysPerUser }: ApiKeysOptions,
  present: PresentKey,
): (request: RotateKeyRequest, origin: ChangeOrigin) => Promise<RotatedKey | null> {
  return async (request, origin) => {
    const { userId, id } = request;
    const { parentKey = null, claimed } = origin;
    const old = await mapStoreError(store.findById(id));
    if (old === null || old.userId !== userId) return null;
    const createdAt = now();
    const { terms, previousExpiresAt } = checkRotation(request, old, parentKey, createdAt);
    const { stored, secret } = generateKey({ userId, terms, createdAt, pepper: peppers[0] });
    const end = Math.min(previousExpiresAt ?? createdAt, old.expiresAt ?? Number.POSITIVE_INFINITY);
    const replacement = {
      replaces: id,
      expiresAt: previousExpiresAt,
      maxPerUser: maxKeysPerUser,
      parentKeyId: parentKey?.id,
      claimed,
    };
    const outcome = await mapStoreError(
      store.replace(stored, replacement, () => [
        audit.describe('key.rotated', origin, {
          ...describeNewKey(stored),
          replaces: id,
          replacedWorksUntil: new Date(end).toISOString(),
        }),
      ]),
    );
    if (outcome === 'unknown') return null;
    if (outcome !== 'replaced') throwKeyRefusal(outcome, maxKeysPerUser);
    return { record: present(stored), secret, previous: present({ ...old, expiresAt: end }) };
  };
}
