import { openStore } from '../stores/open-store.js';
import { printCause } from '../stores/store-error.js';
import { createApiKeys } from './create-api-keys.js';
import { createSessions } from './create-sessions.js';
import { createUsers } from './create-users.js';
import { readPepper } from './hash-secret.js';
import type { Keyring } from './keyring.js';
import { answerOperation } from './keyring-operations.js';
import { createWriteBehind } from './write-behind.js';

export interface KeyringOptions {
  /** `file:PATH`. */
  readonly store: string;
  /** What a relative path of `store` is relative to. */
  readonly cwd: string;
  /** The clock, in epoch milliseconds. */
  readonly now?: (() => number) | undefined;
  /** `PROCGEN_KEY_PEPPER`: hashes of new keys need it, so that the store alone is not enough to check a guess. */
  readonly pepper?: string | undefined;
  /** 100 when absent. */
  readonly maxKeysPerUser?: number | undefined;
  /** Told of what an operator should know and no caller waits for. */
  readonly onWarn?: ((message: string) => void) | undefined;
}

/**
 * Opens the store and all that lives in it. This process owns the store until `close()`, and answers the
 * `openKeyringOrOwner` of others. Rejects with a `StoreError` that says why the store cannot be opened.
 */
export async function openKeyring(options: KeyringOptions): Promise<Keyring> {
  const { cwd, now = Date.now, pepper, maxKeysPerUser = 100, onWarn = () => {} } = options;
  const store = await openStore(options.store, { cwd, onWarn });
  const uses = createWriteBehind(store.keys.recordUses, (error) =>
    onWarn(`Times of use were not written and are kept for later: ${printCause(error)}`),
  );
  const seen = createWriteBehind(store.sessions.recordSeen, (error) =>
    onWarn(`Times of sessions were not written and are kept for later: ${printCause(error)}`),
  );
  let origin: string | null = null;
  const keyring: Keyring = {
    apiKeys: createApiKeys({
      store: store.keys,
      uses,
      now,
      pepper: pepper ? readPepper(pepper) : null,
      maxKeysPerUser,
    }),
    users: createUsers(store.users, now, () => origin),
    sessions: createSessions({ store: store.sessions, seen, now }),
    announceOrigin(announced) {
      origin = announced;
    },
    isReady: store.isReady,
    async isFresh() {
      return (await store.users.list()).length === 0;
    },
    async close() {
      await uses.close();
      await seen.close();
      await store.close();
    },
  };
  store.serveCalls((name, input) => answerOperation(keyring, name, input));
  return keyring;
}
