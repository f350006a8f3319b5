import type { SessionStore } from '../session-store.js';
import { StoreError } from '../store-error.js';
import type { CommitQueue } from './commit-queue.js';

export function createStateSessionStore(queue: CommitQueue): SessionStore {
  return {
    insert(session) {
      return queue.commit((transaction) => {
        const { sessions } = transaction.state;
        if (sessions.has(session.hash))
          throw new StoreError('UNAVAILABLE', 'A session with this hash exists already.');
        for (const { hash, expiresAt } of sessions.values())
          if (expiresAt <= session.createdAt) transaction.remove('sessions', hash);
        transaction.put('sessions', session);
      });
    },
    async findByHash(hash) {
      return queue.state.sessions.get(hash) ?? null;
    },
    delete(hash) {
      return queue.commit((transaction) => transaction.remove('sessions', hash));
    },
    recordSeen(seen) {
      return queue.commit((transaction) => {
        for (const [hash, lastSeenAt] of seen) {
          const session = transaction.state.sessions.get(hash);
          if (session !== undefined && session.lastSeenAt < lastSeenAt)
            transaction.put('sessions', { ...session, lastSeenAt });
        }
      });
    },
  };
}
