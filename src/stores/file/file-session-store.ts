import type { SessionStore } from '../session-store.js';
import { StoreError } from '../store-error.js';
import type { CommitQueue } from './commit-queue.js';

export function createFileSessionStore(queue: CommitQueue): SessionStore {
  return {
    insert(session) {
      return queue.commit((draft) => {
        const { sessions } = draft.state;
        if (sessions.has(session.hash))
          throw new StoreError('UNAVAILABLE', 'A session with this hash exists already.');
        for (const { hash, expiresAt } of sessions.values())
          if (expiresAt <= session.createdAt) draft.remove('sessions', hash);
        draft.put('sessions', session);
      });
    },
    async findByHash(hash) {
      return queue.state.sessions.get(hash) ?? null;
    },
    delete(hash) {
      return queue.commit((draft) => draft.remove('sessions', hash));
    },
    recordSeen(seen) {
      return queue.commit((draft) => {
        for (const [hash, lastSeenAt] of seen) {
          const session = draft.state.sessions.get(hash);
          if (session !== undefined) draft.put('sessions', { ...session, lastSeenAt });
        }
      });
    },
  };
}
