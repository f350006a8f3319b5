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
}

/**
 * Opens the store and all that lives in it. This process owns the store until `close()`, and answers the
 * `openKeyringOrOwner` of others. Rejects with a `StoreError` that says why the store cannot be opened.
 */
export async function openKeyring(options: KeyringOptions): Promise<Keyring> {
  const { cwd, pepper, onWarn = () => {} } = options;
  const store = await openStore(options.store, { cwd, onWarn });
  await warnOfLostKeys(store.keys, readPeppers(pepper), onWarn);
  return createKeyring(store, options);
}
