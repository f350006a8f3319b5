import { BuiltInError } from '../protocol/built-in-error.js';
import type { KeyRefusal } from '../stores/key-store.js';

/** Throws what the caller hears of a key that the store did not take. */
export function refuseNewKey(refusal: KeyRefusal, maxKeysPerUser: number): never {
  if (refusal === 'orphan') refuseOrphan();
  throw new BuiltInError('CONFLICT', 'key.tooMany', { params: { max: maxKeysPerUser } });
}

/**
 * Throws UNAUTHORIZED: the key that asks was deleted since its request began. Who holds a leaked key does not outlive
 * its deletion with a request that was slow on purpose.
 */
export function refuseOrphan(): never {
  throw new BuiltInError('UNAUTHORIZED');
}
