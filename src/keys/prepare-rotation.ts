import type { RotatedKey, RotateKeyRequest } from './api-keys.js';
import type { ApiKeysOptions } from './api-keys-options.js';
import type { ChangeOrigin } from './change-origin.js';
import { checkRotation } from './check-rotation.js';
import { describeNewKey, drawStoredKey, refuseOneTooMany } from './draw-stored-key.js';
import { orUnavailable } from './or-unavailable.js';
import type { PresentKey } from './prepare-key-presenter.js';
import { prepareMakerCheck } from './prepare-maker-check.js';

/** Prepares what puts a new key in the place of another. */
export function prepareRotation(
  { store, audit, now, peppers, maxKeysPerUser }: ApiKeysOptions,
  present: PresentKey,
): (request: RotateKeyRequest, origin: ChangeOrigin) => Promise<RotatedKey | null> {
  const makers = prepareMakerCheck(store);

  return async (request, origin) => {
    const { userId, id } = request;
    const old = await orUnavailable(store.findById(id));
    if (old === null || old.userId !== userId) return null;
    await makers.assertAlive(origin);
    const createdAt = now();
    const { terms, previousExpiresAt } = checkRotation(request, old, origin.maker ?? null, createdAt);
    const { stored, secret } = drawStoredKey({ userId, terms, createdAt, pepper: peppers[0] });
    const replacement = { replaces: id, expiresAt: previousExpiresAt, maxPerUser: maxKeysPerUser };
    const outcome = await orUnavailable(store.replace(stored, replacement));
    if (outcome === 'unknown') return null;
    if (outcome === 'full') refuseOneTooMany(maxKeysPerUser);
    // A key that takes its own place was there when it did; it may be gone since.
    if (origin.maker?.id !== id) await makers.takeBackOrphan(stored, origin);
    const end = Math.min(previousExpiresAt ?? createdAt, old.expiresAt ?? Number.POSITIVE_INFINITY);
    await audit.note('key.rotated', origin, {
      ...describeNewKey(stored),
      replaces: id,
      replacedWorksUntil: new Date(end).toISOString(),
    });
    return { record: present(stored), secret, previous: present({ ...old, expiresAt: end }) };
  };
}
