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
    const counts = await store.countByPepper();
    let lost = 0;
    for (const [id, count] of counts) if (!known.has(id)) lost += count;
    if (lost === 0) return;
    const keys = lost === 1 ? '1 key was' : `${lost} keys were`;
    onWarn(`${keys} made with a pepper that is not in PROCGEN_KEY_PEPPER, and cannot be used.`);
  } catch (error) {
    onWarn(`The keys could not be counted: ${printCause(error)}`);
  }
}
