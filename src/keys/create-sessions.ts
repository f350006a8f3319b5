import type { SessionStore, StoredSession } from '../stores/session-store.js';
import type { AuditLog } from './audit-log.js';
import type { ChangeOrigin } from './change-origin.js';
import type { EndExplorerKey } from './create-explorer-keys.js';
import { drawToken, hashSecret, isWellFormedToken } from './hash-secret.js';
import type { Session, Sessions, SignInMethod } from './keyring.js';
import { mapStoreError } from './map-store-error.js';
import type { WriteBehind } from './write-behind.js';

const IDLE_MS = 30 * 60_000;
const LIFE_MS = 12 * 60 * 60_000;

export interface SessionsOptions {
  readonly store: SessionStore;
  readonly audit: AuditLog;
  /** Where the times of being seen go: token hash to time. */
  readonly seen: WriteBehind;
  /** Ends the explorer's key of a session that is about to end. */
  readonly endExplorerKey: EndExplorerKey;
  readonly now: () => number;
}

/** Dashboard sessions over a store, for changes of any origin. */
export function createSessions(options: SessionsOptions): (origin: ChangeOrigin) => Sessions {
  const { store, audit, seen, endExplorerKey, now } = options;

  async function create(userId: string, method: SignInMethod, origin: ChangeOrigin) {
    const token = drawToken();
    const createdAt = now();
    const stored: StoredSession = {
      hash: hashSecret(token),
      userId,
      createdAt,
      lastSeenAt: createdAt,
      expiresAt: createdAt + LIFE_MS,
    };
    const signedIn = () => [
      audit.describe('user.signed-in', { ...origin, actor: userId }, { user: userId, method }),
    ];
    await mapStoreError(store.insert(stored, signedIn));
    return { token, session: present(stored, createdAt) };
  }

  return (origin) => ({
    create: (userId, method = 'link') => create(userId, method, origin),
    async find(token) {
      if (!isWellFormedToken(token)) return null;
      const hash = hashSecret(token);
      const stored = await mapStoreError(store.findByHash(hash));
      if (stored === null) return null;
      const time = now();
      const lastSeenAt = Math.max(seen.read(hash) ?? 0, stored.lastSeenAt);
      if (present(stored, lastSeenAt).expiresAt.getTime() <= time) return null;
      seen.note(hash, time);
      return present(stored, time);
    },
    async end(token) {
      if (!isWellFormedToken(token)) return;
      const signedOut = ({ userId }: StoredSession) => [
        audit.describe('user.signed-out', { ...origin, actor: userId }, { user: userId }),
      ];
      const hash = hashSecret(token);
      // First, so that no key outlives the session where the second change fails.
      await endExplorerKey(hash, origin);
      await mapStoreError(store.delete(hash, signedOut));
    },
  });
}

function present({ userId, createdAt, expiresAt }: StoredSession, lastSeenAt: number): Session {
  return {
    userId,
    createdAt: new Date(createdAt),
    expiresAt: new Date(Math.min(lastSeenAt + IDLE_MS, expiresAt)),
  };
}
