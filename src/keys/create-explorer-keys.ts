import { BuiltInError } from '../protocol/built-in-error.js';
import type { KeyRefusal, StoredKey } from '../stores/key-store.js';
import type { SessionStore, StoredSession } from '../stores/session-store.js';
import type { ApiKeysOptions } from './api-keys-options.js';
import type { ChangeOrigin } from './change-origin.js';
import { deleteKey } from './delete-key.js';
import { describeNewKey, generateKey } from './generate-key.js';
import { hashSecret } from './hash-secret.js';
import { deriveKeyId } from './key-format.js';
import type { ExplorerKeys } from './keyring.js';
import { mapStoreError } from './map-store-error.js';
import { prepareKeyPresenter } from './prepare-key-presenter.js';
import { throwKeyRefusal } from './throw-key-refusal.js';

/** The name of the explorer's keys in the list of keys. */
export const EXPLORER_KEY_NAME = 'API explorer';

const LIFE_MS = 60 * 60_000;
/** How often storing a key is attempted if another window of the session replaces it at the same time. */
const MAX_ATTEMPTS = 3;

/** Deletes the explorer's key of the session with that hash, if there is one. */
export type EndExplorerKey = (sessionHash: string, origin: ChangeOrigin) => Promise<void>;

export interface ExplorerKeysOptions extends ApiKeysOptions {
  readonly sessions: SessionStore;
}

/**
 * The keys with which the explorer calls the API. A session has at most one, whose id is derived from the session, so
 * that the end of the session can delete it.
 */
export function createExplorerKeys(options: ExplorerKeysOptions): {
  readonly bind: (origin: ChangeOrigin) => ExplorerKeys;
  readonly end: EndExplorerKey;
} {
  const { store, sessions, audit, usage, now, peppers, maxKeysPerUser } = options;
  const present = prepareKeyPresenter(usage);

  /** Deletes the key that the new one replaces, and expired ones of earlier sessions, which nothing else deletes. */
  async function deleteOldKeys(userId: string, id: string, origin: ChangeOrigin): Promise<void> {
    const time = now();
    for (const key of await mapStoreError(store.listByUser(userId)))
      if (key.id === id || isExpiredExplorerKey(key, time))
        await deleteKey({ store, audit }, { id: key.id, userId }, origin);
  }

  /** Stores the key in place of the previous one. */
  async function replaceStoredKey(key: StoredKey, origin: ChangeOrigin): Promise<'inserted' | KeyRefusal> {
    for (let attempt = 1; ; attempt++) {
      await deleteOldKeys(key.userId, key.id, origin);
      const stored = store.insert(key, { maxPerUser: maxKeysPerUser }, ({ isNewUser }) => [
        ...(isNewUser ? [audit.describe('user.created', origin, { user: key.userId })] : []),
        audit.describe('key.created', origin, describeNewKey(key)),
      ]);
      try {
        return await mapStoreError(stored);
      } catch (error) {
        const isTaken = (await mapStoreError(store.findById(key.id))) !== null;
        if (!isTaken || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  async function findSession(sessionHash: string | null, userId: string): Promise<StoredSession | null> {
    if (sessionHash === null) return null;
    const session = await mapStoreError(sessions.findByHash(sessionHash));
    if (session?.userId !== userId) throw new BuiltInError('UNAUTHORIZED');
    return session;
  }

  return {
    bind: (origin) => ({
      async issue({ userId, sessionToken }) {
        const sessionHash = sessionToken === null ? null : hashSecret(sessionToken);
        const session = await findSession(sessionHash, userId);
        const id =
          sessionHash === null ? deriveKeyId(`explorer:user:${userId}`) : deriveSessionKeyId(sessionHash);
        const createdAt = now();
        const expiresAt = Math.min(createdAt + LIFE_MS, session?.expiresAt ?? Number.POSITIVE_INFINITY);
        const terms = { name: EXPLORER_KEY_NAME, scopes: [], expiresAt };
        const { stored, secret } = generateKey({ userId, terms, createdAt, pepper: peppers[0], id });
        const outcome = await replaceStoredKey(stored, origin);
        if (outcome !== 'inserted') throwKeyRefusal(outcome, maxKeysPerUser);
        try {
          await findSession(sessionHash, userId);
        } catch (error) {
          // If the session ended meanwhile, its end did not find the key.
          await deleteKey({ store, audit }, { id, userId }, origin);
          throw error;
        }
        return { record: present(stored), secret };
      },
    }),
    async end(sessionHash, origin) {
      await deleteKey({ store, audit }, { id: deriveSessionKeyId(sessionHash) }, origin);
    },
  };
}

function isExpiredExplorerKey({ name, createdAt, expiresAt }: StoredKey, time: number): boolean {
  if (name !== EXPLORER_KEY_NAME || expiresAt === null) return false;
  return expiresAt <= time && expiresAt - createdAt <= LIFE_MS;
}

function deriveSessionKeyId(sessionHash: string): string {
  return deriveKeyId(`explorer:session:${sessionHash}`);
}
