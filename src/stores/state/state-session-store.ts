import type { SessionStore, StoredSession } from '../session-store.js';
import { StoreError } from '../store-error.js';
import type { CommitQueue } from './commit-queue.js';
import type { StoreState } from './store-state.js';

export function createStateSessionStore(queue: CommitQueue): SessionStore {
  return {
    insert(session, audit) {
      return queue.commit((transaction) => {
        const { sessions } = transaction.state;
        if (sessions.has(session.hash))
          throw new StoreError('UNAVAILABLE', 'A session with this hash exists already.');
        for (const { hash, expiresAt } of sessions.values())
          if (expiresAt <= session.createdAt) transaction.remove('sessions', hash);
        transaction.put('sessions', session);
        transaction.addAudit(audit());
      });
    },
    async findByHash(hash) {
      return queue.state.sessions.get(hash) ?? null;
    },
    delete(hash, audit) {
      return queue.commit((transaction) => {
        const session = transaction.state.sessions.get(hash);
        if (session === undefined) return null;
        transaction.remove('sessions', hash);
        transaction.addAudit(audit(session));
        return session;
      });
    },
    async listByUser(userId) {
      return listSessionsOf(queue.state, userId);
    },
    deleteByUser(userId, audit) {
      return queue.commit((transaction) => {
        const sessions = listSessionsOf(transaction.state, userId);
        for (const { hash } of sessions) transaction.remove('sessions', hash);
        if (sessions.length > 0) transaction.addAudit(audit(sessions.length));
        return sessions.length;
      });
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

function listSessionsOf({ sessions }: StoreState, userId: string): StoredSession[] {
  return [...sessions.values()].filter((session) => session.userId === userId);
}
