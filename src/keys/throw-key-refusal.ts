import { BuiltInError } from '../protocol/built-in-error.js';
import type { KeyRefusal } from '../stores/key-store.js';

/**
 * Throws the caller's error for a key that the store rejected. `orphan` is UNAUTHORIZED: the parent key was deleted,
 * disabled or shortened during the request. Otherwise a slow request could outlive the end of a leaked key.
 */
export function throwKeyRefusal(refusal: KeyRefusal, maxKeysPerUser: number): never {
  if (refusal === 'orphan') throw new BuiltInError('UNAUTHORIZED');
  throw new BuiltInError('CONFLICT', 'key.tooMany', { params: { max: maxKeysPerUser } });
}
