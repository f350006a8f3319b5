import type { SessionStore } from '../session-store.js';
import { BOOKKEEPING_MS, type Database } from './database.js';
import { listTimes } from './postgres-keys.js';
import { AUDIT, SESSIONS } from './statements.js';

export function createPostgresSessionStore({ query, transact }: Database): SessionStore {
  return {
    insert(session, audit) {
      return transact(async (query) => {
        await query(SESSIONS.deleteExpired, [session.createdAt]);
        await query(SESSIONS.insert, [JSON.stringify([session])]);
        await query(AUDIT.insert, [JSON.stringify(audit())]);
      });
    },
    async findByHash(hash) {
      const [session = null] = await query(SESSIONS.find, [Buffer.from(hash, 'hex')]);
      return session;
    },
    delete(hash, audit) {
      return transact(async (query) => {
        const [session = null] = await query(SESSIONS.delete, [Buffer.from(hash, 'hex')]);
        if (session !== null) await query(AUDIT.insert, [JSON.stringify(audit(session))]);
        return session;
      });
    },
    listByUser: (userId) => query(SESSIONS.listByUser, [userId]),
    deleteByUser(userId, audit) {
      return transact(async (query) => {
        const { length } = await query(SESSIONS.deleteByUser, [userId]);
        if (length > 0) await query(AUDIT.insert, [JSON.stringify(audit(length))]);
        return length;
      });
    },
    async recordSeen(seen) {
      for (const times of listTimes(seen, 'hash'))
        await transact((query) => query(SESSIONS.recordSeen, [times]), { statementMs: BOOKKEEPING_MS });
    },
  };
}
