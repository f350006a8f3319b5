import type { Keyring } from '../../keys/keyring.js';
import type { Guard } from './guard.js';

/**
 * Prepares the guard that notes the use of the call's key. It stands behind those that ask who calls, so that a call
 * that one of them refuses is none.
 */
export function prepareUse(keyring: () => Keyring): Guard {
  return ({ apiKey }) => {
    if (apiKey !== null) keyring().noteUse(apiKey.id);
    return undefined;
  };
}
