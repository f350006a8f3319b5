import type { SessionStore } from '../session-store.js';
import type { CommitQueue } from './commit-queue.js';

export function createFileSessionStore(queue: CommitQueue): SessionStore {
  return {
    insert(session) {
      return queue.commit((draft) => {
        const sessions = draft.edit('sessions');
        for (const old of sessions.values())
          if (old.expiresAt <= session.createdAt) sessions.delete(old.hash);
        sessions.set(session.hash, session);
      });
    },
    async findByHash(hash) {
      return queue.state.sessions.get(hash) ?? null;
    },
    delete(hash) {
      return queue.commit((draft) => {
        if (draft.sessions.has(hash)) draft.edit('sessions').delete(hash);
      });
    },
    recordSeen(seen) {
      return queue.commit((draft) => {
        for (const [hash, lastSeenAt] of seen) {
          const session = draft.sessions.get(hash);
          if (session !== undefined) draft.edit('sessions').set(hash, { ...session, lastSeenAt });
        }
      });
    },
  };
}
