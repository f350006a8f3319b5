import type { SessionStore, StoredSession } from '../stores/session-store.js';
import { drawToken, hashSecret, isWellFormedToken } from './hash-secret.js';
import type { Session, Sessions } from './keyring.js';
import { orUnavailable } from './or-unavailable.js';
import type { WriteBehind } from './write-behind.js';

const IDLE_MS = 30 * 60_000;
const LIFE_MS = 12 * 60 * 60_000;

export interface SessionsOptions {
  readonly store: SessionStore;
  /** Where the times of being seen go: token hash to time. */
  readonly seen: WriteBehind;
  readonly now: () => number;
}

/** Dashboard sessions over a store. */
export function createSessions({ store, seen, now }: SessionsOptions): Sessions {
  return {
    async create(userId) {
      const token = drawToken();
      const createdAt = now();
      const stored: StoredSession = {
        hash: hashSecret(token),
        userId,
        createdAt,
        lastSeenAt: createdAt,
        expiresAt: createdAt + LIFE_MS,
      };
      await orUnavailable(store.insert(stored));
      return { token, session: present(stored, createdAt) };
    },
    async find(token) {
      if (!isWellFormedToken(token)) return null;
      const hash = hashSecret(token);
      const stored = await orUnavailable(store.findByHash(hash));
      if (stored === null) return null;
      const time = now();
      const lastSeenAt = Math.max(seen.read(hash) ?? 0, stored.lastSeenAt);
      if (present(stored, lastSeenAt).expiresAt.getTime() <= time) return null;
      seen.note(hash, time);
      return present(stored, time);
    },
    async end(token) {
      if (isWellFormedToken(token)) await orUnavailable(store.delete(hashSecret(token)));
    },
  };
}

function present({ userId, createdAt, expiresAt }: StoredSession, lastSeenAt: number): Session {
  return {
    userId,
    createdAt: new Date(createdAt),
    expiresAt: new Date(Math.min(lastSeenAt + IDLE_MS, expiresAt)),
  };
}
