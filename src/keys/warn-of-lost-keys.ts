import type { KeyStore } from '../stores/key-store.js';
import { printCause } from '../stores/store-error.js';
import type { Pepper } from './hash-secret.js';

/** Tells the operator of keys that open nothing because the pepper they were made with is not among those given. */
export async function warnOfLostKeys(
  store: KeyStore,
  peppers: readonly Pepper[],
  onWarn: (message: string) => void,
): Promise<void> {
  const known = new Set<string | null>([null, ...peppers.map(({ id }) => id)]);
  try {
    const inUse = await store.listPeppers();
    if ([...inUse].some((id) => !known.has(id)))
      onWarn('Keys that were made with a pepper that is not in PROCGEN_KEY_PEPPER cannot be used.');
  } catch (error) {
    onWarn(`The peppers in use could not be read: ${printCause(error)}`);
  }
}
