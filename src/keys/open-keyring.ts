import { openStore } from '../stores/open-store.js';
import { createKeyring, type KeyringSettings } from './create-keyring.js';
import { readPeppers } from './hash-secret.js';
import type { Keyring } from './keyring.js';
import { warnOfLostKeys } from './warn-of-lost-keys.js';

export interface KeyringOptions extends KeyringSettings {
  /** `file:PATH`. */
  readonly store: string;
  /** What a relative path of `store` is relative to. */
  readonly cwd: string;
  /** The clock of a store that has none of its own, in epoch milliseconds; `Date.now` when absent. */
  readonly now?: (() => number) | undefined;
  /** The number of keys that are kept in memory, where the store is in PostgreSQL; 100,000. */
  readonly keyCacheSize?: number | undefined;
}

/**
 * Opens the store and all that lives in it. This process owns the store until `close()`, and answers the
 * `openKeyringOrOwner` of others. Rejects with a `StoreError` that says why the store cannot be opened.
 */
export async function openKeyring(options: KeyringOptions): Promise<Keyring> {
  const { cwd, pepper, now, keyCacheSize, onWarn = () => {} } = options;
  const store = await openStore(options.store, { cwd, now, keyCacheSize, onWarn });
  await warnOfLostKeys(store.keys, readPeppers(pepper), onWarn);
  return createKeyring(store, options);
}
