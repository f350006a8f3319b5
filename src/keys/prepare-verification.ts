import type { VerifiedKey } from './api-keys.js';
import type { ApiKeysOptions } from './api-keys-options.js';
import { prepareKeyCheck } from './prepare-key-check.js';
import { prepareKeyPresenter } from './prepare-key-presenter.js';

/** Tells whose key a secret is, at once where the store has the key at hand. That alone is no use of the key. */
export type Verify = (secret: string) => VerifiedKey | null | Promise<VerifiedKey | null>;

export function prepareVerification({
  store,
  uses,
  now,
  peppers,
}: Pick<ApiKeysOptions, 'store' | 'uses' | 'now' | 'peppers'>): Verify {
  const present = prepareKeyPresenter(uses);
  const findValid = prepareKeyCheck(store, peppers);
  return (secret) => {
    const time = now();
    const conclude = (key: Awaited<ReturnType<typeof findValid>>): VerifiedKey | null => {
      if (key === null) return null;
      return { userId: key.userId, record: present(key) };
    };
    const found = findValid(secret, time);
    return found instanceof Promise ? found.then(conclude) : conclude(found);
  };
}
