import { BuiltInError } from '../protocol/built-in-error.js';
import type { KeyStore, StoredKey } from '../stores/key-store.js';
import type { ChangeOrigin } from './change-origin.js';
import { orUnavailable } from './or-unavailable.js';

/**
 * Sees to it that who holds a leaked key does not outlive its deletion with a request that was slow on purpose. Both
 * throw UNAUTHORIZED when the key that asks has been deleted since its request began.
 */
export interface MakerCheck {
  assertAlive(origin: ChangeOrigin): Promise<void>;
  /** Asks again once the new key is stored, so that there is no moment between; nobody knows its secret by then. */
  takeBackOrphan(stored: StoredKey, origin: ChangeOrigin): Promise<void>;
}

export function prepareMakerCheck(store: KeyStore): MakerCheck {
  async function isAlive({ maker }: ChangeOrigin): Promise<boolean> {
    return !maker || (await orUnavailable(store.findById(maker.id))) !== null;
  }

  return {
    async assertAlive(origin) {
      if (!(await isAlive(origin))) throw new BuiltInError('UNAUTHORIZED');
    },
    async takeBackOrphan(stored, origin) {
      if (await isAlive(origin)) return;
      await orUnavailable(store.delete(stored));
      throw new BuiltInError('UNAUTHORIZED');
    },
  };
}
