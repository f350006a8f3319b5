import type { SessionStore } from '../session-store.js';
import type { CommitQueue } from './commit-queue.js';
import { withEntry, withoutEntries, withoutEntry, withUpdates } from './store-state.js';

export function createFileSessionStore(queue: CommitQueue): SessionStore {
  return {
    insert(session) {
      return queue.commit((state) => {
        const current = withoutEntries(state.sessions, (old) => old.expiresAt > session.createdAt);
        return [{ ...state, sessions: withEntry(current, session.hash, session) }, undefined];
      });
    },
    async findByHash(hash) {
      return queue.state.sessions.get(hash) ?? null;
    },
    delete(hash) {
      return queue.commit((state) => {
        if (!state.sessions.has(hash)) return [state, undefined];
        return [{ ...state, sessions: withoutEntry(state.sessions, hash) }, undefined];
      });
    },
    recordSeen(seen) {
      return queue.commit((state) => {
        const sessions = withUpdates(state.sessions, seen, (session, lastSeenAt) => ({
          ...session,
          lastSeenAt,
        }));
        return [sessions === state.sessions ? state : { ...state, sessions }, undefined];
      });
    },
  };
}
