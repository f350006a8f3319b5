import { BuiltInError } from '../protocol/built-in-error.js';
import type { StoredKey } from '../stores/key-store.js';
import type { SessionStore } from '../stores/session-store.js';
import type { ApiKeysOptions } from './api-keys-options.js';
import type { ChangeOrigin } from './change-origin.js';
import { deleteKey } from './delete-key.js';
import { describeNewKey, generateKey } from './generate-key.js';
import { hashSecret } from './hash-secret.js';
import { deriveKeyId } from './key-format.js';
import type { ExplorerKeys } from './keyring.js';
import { mapStoreError } from './map-store-error.js';
import { prepareKeyPresenter } from './prepare-key-presenter.js';
import { refuseNewKey } from './refuse-new-key.js';

/** What the explorer's keys are called in the list of keys. */
export const EXPLORER_KEY_NAME = 'API explorer';

const LIFE_MS = 60 * 60_000;

/** Deletes the explorer's key of the session with that hash, where there is one. */
export type EndExplorerKey = (sessionHash: string, origin: ChangeOrigin) => Promise<void>;

export interface ExplorerKeysOptions extends ApiKeysOptions {
  readonly sessions: SessionStore;
}

/**
 * The keys that the explorer calls the API with. A session has at most one, whose id is derived from the session, so that
 * the end of the session finds it.
 */
export function createExplorerKeys(options: ExplorerKeysOptions): {
  readonly bind: (origin: ChangeOrigin) => ExplorerKeys;
  readonly end: EndExplorerKey;
} {
  const { store, sessions, audit, usage, now, peppers, maxKeysPerUser } = options;
  const present = prepareKeyPresenter(usage);

  /** Deletes the key that the new one replaces, and those of earlier sessions that nothing else removes. */
  async function makeRoom(userId: string, id: string, origin: ChangeOrigin): Promise<void> {
    const time = now();
    for (const key of await mapStoreError(store.listByUser(userId)))
      if (key.id === id || isOver(key, time))
        await deleteKey({ store, audit }, { id: key.id, userId }, origin);
  }

  return {
    bind: (origin) => ({
      async issue({ userId, sessionToken }) {
        const sessionHash = sessionToken === null ? null : hashSecret(sessionToken);
        const session = sessionHash === null ? null : await mapStoreError(sessions.findByHash(sessionHash));
        if (sessionHash !== null && session?.userId !== userId) throw new BuiltInError('UNAUTHORIZED');
        const id = sessionHash === null ? deriveKeyId(`explorer:user:${userId}`) : nameKeyOf(sessionHash);
        await makeRoom(userId, id, origin);
        const createdAt = now();
        const expiresAt = Math.min(createdAt + LIFE_MS, session?.expiresAt ?? Number.POSITIVE_INFINITY);
        const terms = { name: EXPLORER_KEY_NAME, scopes: [], expiresAt };
        const { stored, secret } = generateKey({ userId, terms, createdAt, pepper: peppers[0], id });
        const outcome = await mapStoreError(
          store.insert(stored, { maxPerUser: maxKeysPerUser }, ({ isNewUser }) => [
            ...(isNewUser ? [audit.describe('user.created', origin, { user: userId })] : []),
            audit.describe('key.created', origin, describeNewKey(stored)),
          ]),
        );
        if (outcome !== 'inserted') refuseNewKey(outcome, maxKeysPerUser);
        return { record: present(stored), secret };
      },
    }),
    async end(sessionHash, origin) {
      await deleteKey({ store, audit }, { id: nameKeyOf(sessionHash) }, origin);
    },
  };
}

function isOver({ name, createdAt, expiresAt }: StoredKey, time: number): boolean {
  if (name !== EXPLORER_KEY_NAME || expiresAt === null) return false;
  return expiresAt <= time && expiresAt - createdAt <= LIFE_MS;
}

function nameKeyOf(sessionHash: string): string {
  return deriveKeyId(`explorer:session:${sessionHash}`);
}
