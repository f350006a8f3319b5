import type { RotatedKey, RotateKeyRequest } from './api-keys.js';
import type { ApiKeysOptions } from './api-keys-options.js';
import type { ChangeOrigin } from './change-origin.js';
import { checkRotation } from './check-rotation.js';
import { describeNewKey, drawStoredKey } from './draw-stored-key.js';
import { orUnavailable } from './or-unavailable.js';
import type { PresentKey } from './prepare-key-presenter.js';
import { refuseNewKey } from './refuse-new-key.js';

/** Prepares what puts a new key in the place of another. */
export function prepareRotation(
  { store, audit, now, peppers, maxKeysPerUser }: ApiKeysOptions,
  present: PresentKey,
): (request: RotateKeyRequest, origin: ChangeOrigin) => Promise<RotatedKey | null> {
  return async (request, origin) => {
    const { userId, id } = request;
    const { maker = null } = origin;
    const old = await orUnavailable(store.findById(id));
    if (old === null || old.userId !== userId) return null;
    const createdAt = now();
    const { terms, previousExpiresAt } = checkRotation(request, old, maker, createdAt);
    const { stored, secret } = drawStoredKey({ userId, terms, createdAt, pepper: peppers[0] });
    const outcome = await orUnavailable(
      store.replace(stored, {
        replaces: id,
        expiresAt: previousExpiresAt,
        maxPerUser: maxKeysPerUser,
        maker: maker?.id,
      }),
    );
    if (outcome === 'unknown') return null;
    if (outcome !== 'replaced') refuseNewKey(outcome, maxKeysPerUser);
    const end = Math.min(previousExpiresAt ?? createdAt, old.expiresAt ?? Number.POSITIVE_INFINITY);
    await audit.note('key.rotated', origin, {
      ...describeNewKey(stored),
      replaces: id,
      replacedWorksUntil: new Date(end).toISOString(),
    });
    return { record: present(stored), secret, previous: present({ ...old, expiresAt: end }) };
  };
}
