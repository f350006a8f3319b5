import type { Store } from '../stores/store.js';
import { printCause } from '../stores/store-error.js';
import { type ChangeOrigin, CLI_ORIGIN } from './change-origin.js';
import { createAllKeys, createApiKeys } from './create-api-keys.js';
import { createAuditLog } from './create-audit-log.js';
import { createExplorerKeys } from './create-explorer-keys.js';
import { createKeyReports } from './create-key-reports.js';
import { createSessions } from './create-sessions.js';
import { createUsageCounter } from './create-usage-counter.js';
import { createUsers } from './create-users.js';
import { readPeppers } from './hash-secret.js';
import type { BoundKeyring, Keyring } from './keyring.js';
import { runOperation } from './keyring-operations.js';
import { mapStoreError } from './map-store-error.js';
import { prepareVerification } from './prepare-verification.js';
import { prepareWatchKey } from './watch-keys.js';
import { createWriteBehind } from './write-behind.js';

export interface KeyringSettings {
  /**
   * `PROCGEN_KEY_PEPPER`: the hashes of new keys include it, so that access to the store is not enough to check a
   * guess. May be several, separated by commas: the first is for new keys, the rest keep older keys valid.
   */
  readonly pepper?: string | undefined;
  /** Defaults to 100. */
  readonly maxKeysPerUser?: number | undefined;
  /** Called with warnings for the operator. */
  readonly onWarn?: ((message: string) => void) | undefined;
}

/** Creates the services over an open store. `close()` of the keyring closes the store. */
export function createKeyring(store: Store, settings: KeyringSettings = {}): Keyring {
  const { now } = store;
  const { pepper, maxKeysPerUser = 100, onWarn = () => {} } = settings;
  const usage = createUsageCounter({
    recordUses: store.keys.recordUses,
    add: store.usage.add,
    onFailure: (error) => onWarn(`Key usage could not be written and will be retried: ${printCause(error)}`),
  });
  const seen = createWriteBehind(store.sessions.recordSeen, (error) =>
    onWarn(`Session times could not be written and will be retried: ${printCause(error)}`),
  );
  const peppers = readPeppers(pepper);
  const audit = createAuditLog({ trail: store.audit, now, onWarn });
  let listeningOrigin: string | null = null;
  const keyOptions = { store: store.keys, audit, usage, now, peppers, maxKeysPerUser };
  const bindApiKeys = createApiKeys(keyOptions);
  const keyReports = createKeyReports({ store, usage });
  const bindUsers = createUsers({ store: store.users, audit, now, readOrigin: () => listeningOrigin });
  const explorerKeys = createExplorerKeys({ ...keyOptions, sessions: store.sessions });
  const bindSessions = createSessions({
    store: store.sessions,
    audit,
    seen,
    endExplorerKey: explorerKeys.end,
    now,
  });
  const from = (origin: ChangeOrigin): BoundKeyring => ({
    apiKeys: bindApiKeys(origin),
    keyReports,
    users: bindUsers(origin),
    sessions: bindSessions(origin),
    explorerKeys: explorerKeys.bind(origin),
    maxKeysPerUser,
    listActivity: (userId, range) => mapStoreError(store.audit.listByUser(userId, range)),
    noteRefusal: (event) => audit.noteRefusal(event, origin),
  });
  const keyring: Keyring = {
    ...from(CLI_ORIGIN),
    allKeys: createAllKeys(keyOptions),
    from,
    noteRefusedKey: (origin) => audit.noteRefusal('key.refused', origin),
    verify: prepareVerification(keyOptions),
    watchKey: prepareWatchKey(keyOptions),
    answers: { claim: (request) => mapStoreError(store.answers.claim(request)) },
    now,
    noteUse: (keyId) => usage.noteUse(keyId, now()),
    countCall: (keyId, call) => usage.count(keyId, now(), call),
    announceOrigin(announced) {
      listeningOrigin = announced;
    },
    isReady: store.isReady,
    isFresh: store.users.isEmpty,
    async close() {
      await usage.close();
      await seen.close();
      await audit.close();
      await store.close();
    },
  };
  store.serveCalls((name, input) => runOperation(keyring, name, input));
  return keyring;
}
