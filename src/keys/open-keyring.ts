import { openStore } from '../stores/open-store.js';
import { createKeyring, type KeyringSettings } from './create-keyring.js';
import { readPeppers } from './hash-secret.js';
import type { Keyring } from './keyring.js';
import { warnOfMissingPeppers } from './warn-of-missing-peppers.js';

export interface KeyringOptions extends KeyringSettings {
  /** `file:PATH`. */
  readonly store: string;
  /** The folder that a relative path in `store` is resolved against. */
  readonly cwd: string;
  /** The clock of a store that has no clock, in epoch milliseconds; defaults to `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** With a PostgreSQL store, the number of keys cached in memory; default 100,000. */
  readonly keyCacheSize?: number | undefined;
}

/**
 * Opens the store and its services. This process owns the store until `close()`, and handles calls of other processes
 * that use `openKeyringOrOwner`. Rejects with a `StoreError` that says why the store cannot be opened.
 */
export async function openKeyring(options: KeyringOptions): Promise<Keyring> {
  const { cwd, pepper, now, keyCacheSize, onWarn = () => {} } = options;
  const store = await openStore(options.store, { cwd, now, keyCacheSize, onWarn });
  await warnOfMissingPeppers(store.keys, readPeppers(pepper), onWarn);
  return createKeyring(store, options);
}
