import type { SessionStore, StoredSession } from '../stores/session-store.js';
import type { AuditLog } from './audit-log.js';
import type { ChangeOrigin } from './change-origin.js';
import type { EndExplorerKey } from './create-explorer-keys.js';
import { generateToken, hashSecret, isWellFormedToken } from './hash-secret.js';
import type { ListedSession, Session, Sessions, SignInMethod } from './keyring.js';
import { mapStoreError } from './map-store-error.js';
import type { WriteBehind } from './write-behind.js';

const IDLE_MS = 30 * 60_000;
const LIFE_MS = 12 * 60 * 60_000;
/** The length of a hash prefix that distinguishes a user's sessions, but is too short to look one up in the store. */
const ID_DIGITS = 16;

export interface SessionsOptions {
  readonly store: SessionStore;
  readonly audit: AuditLog;
  /** Stores the times when sessions were seen, from token hash to time. */
  readonly seen: WriteBehind;
  /** Deletes the explorer's key of a session that ends. */
  readonly endExplorerKey: EndExplorerKey;
  readonly now: () => number;
}

/** Creates the service for dashboard sessions over a store, for changes of any origin. */
export function createSessions(options: SessionsOptions): (origin: ChangeOrigin) => Sessions {
  const { store, audit, seen, endExplorerKey, now } = options;

  async function create(
    userId: string,
    { method, browser, origin }: { method: SignInMethod; browser: string | null; origin: ChangeOrigin },
  ) {
    const token = generateToken();
    const createdAt = now();
    const stored: StoredSession = {
      hash: hashSecret(token),
      userId,
      createdAt,
      lastSeenAt: createdAt,
      expiresAt: createdAt + LIFE_MS,
      address: origin.address || null,
      browser,
    };
    const signedIn = () => [
      audit.describe('user.signed-in', { ...origin, actor: userId }, { user: userId, method }),
    ];
    await mapStoreError(store.insert(stored, signedIn));
    return { token, session: toSession(stored, createdAt) };
  }

  function readLastSeen({ hash, lastSeenAt }: StoredSession): number {
    return Math.max(seen.read(hash) ?? 0, lastSeenAt);
  }

  /** Lists the user's active sessions. */
  async function listActive(userId: string): Promise<readonly StoredSession[]> {
    const time = now();
    const all = await mapStoreError(store.listByUser(userId));
    return all.filter((stored) => toSession(stored, readLastSeen(stored)).expiresAt.getTime() > time);
  }

  /**
   * Ends sessions and deletes their explorer keys. The keys are deleted first, so that none outlives its session if the
   * second change fails, and once more afterwards, because one may have been created meanwhile.
   */
  async function endWithKeys<Ended>(
    hashes: readonly string[],
    origin: ChangeOrigin,
    end: () => Promise<Ended>,
  ): Promise<Ended> {
    for (const hash of hashes) await endExplorerKey(hash, origin);
    const ended = await mapStoreError(end());
    for (const hash of hashes) await endExplorerKey(hash, origin);
    return ended;
  }

  return (origin) => ({
    create: (userId, method = 'link', browser = null) => create(userId, { method, browser, origin }),
    async find(token) {
      if (!isWellFormedToken(token)) return null;
      const hash = hashSecret(token);
      const stored = await mapStoreError(store.findByHash(hash));
      if (stored === null) return null;
      const time = now();
      if (toSession(stored, readLastSeen(stored)).expiresAt.getTime() <= time) return null;
      seen.note(hash, time);
      return toSession(stored, time);
    },
    async end(token) {
      if (!isWellFormedToken(token)) return;
      const signedOut = ({ userId }: StoredSession) => [
        audit.describe('user.signed-out', { ...origin, actor: userId }, { user: userId }),
      ];
      const hash = hashSecret(token);
      await endWithKeys([hash], origin, () => store.delete(hash, signedOut));
    },
    async list(userId, token) {
      const current = token === null ? null : hashSecret(token);
      const listed = (await listActive(userId)).map((stored): ListedSession => {
        const { hash, address, browser } = stored;
        const lastSeenAt = readLastSeen(stored);
        return {
          ...toSession(stored, lastSeenAt),
          id: hash.slice(0, ID_DIGITS),
          lastSeenAt: new Date(lastSeenAt),
          address,
          browser,
          isCurrent: hash === current,
        };
      });
      return listed.sort((one, other) => other.lastSeenAt.getTime() - one.lastSeenAt.getTime());
    },
    async endOne(userId, id) {
      const stored = (await listActive(userId)).find(({ hash }) => hash.slice(0, ID_DIGITS) === id);
      if (stored === undefined) return false;
      const { hash } = stored;
      const ended = () => [audit.describe('session.ended', origin, { user: userId })];
      return (await endWithKeys([hash], origin, () => store.delete(hash, ended))) !== null;
    },
    async endAll(userId) {
      const sessions = await mapStoreError(store.listByUser(userId));
      const hashes = sessions.map(({ hash }) => hash);
      return endWithKeys(hashes, origin, () =>
        store.deleteByUser(userId, (sessions) => [
          audit.describe('user.signed-out-everywhere', origin, { user: userId, sessions }),
        ]),
      );
    },
  });
}

function toSession({ userId, createdAt, expiresAt }: StoredSession, lastSeenAt: number): Session {
  return {
    userId,
    createdAt: new Date(createdAt),
    expiresAt: new Date(Math.min(lastSeenAt + IDLE_MS, expiresAt)),
  };
}
