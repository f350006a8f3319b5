import type { KeyStore } from '../stores/key-store.js';
import { printCause } from '../stores/store-error.js';
import type { Pepper } from './hash-secret.js';

/** Warns the operator of keys that cannot be used because their pepper is not configured. */
export async function warnOfMissingPeppers(
  store: KeyStore,
  peppers: readonly Pepper[],
  onWarn: (message: string) => void,
): Promise<void> {
  const known = new Set<string | null>([null, ...peppers.map(({ id }) => id)]);
  try {
    const inUse = await store.listPeppers();
    if ([...inUse].some((id) => !known.has(id)))
      onWarn('Keys that were created with a pepper that is missing from PROCGEN_KEY_PEPPER cannot be used.');
  } catch (error) {
    onWarn(`The peppers in use could not be read: ${printCause(error)}`);
  }
}
