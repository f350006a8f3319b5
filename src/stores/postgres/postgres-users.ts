import type { StoredUser, UserStore } from '../user-store.js';
import type { Database, Query } from './database.js';
import { AUDIT, TOKENS, USERS } from './statements.js';

export function createPostgresUserStore({ query, transact }: Database): UserStore {
  return {
    ensure(user, audit) {
      return transact(async (query) => {
        const { stored, isNew } = await lockUser(query, user);
        if (isNew) await query(AUDIT.insert, [JSON.stringify(audit())]);
        return { user: stored, isNew };
      });
    },
    async findById(id) {
      const [user = null] = await query(USERS.find, [id]);
      return user;
    },
    async isEmpty() {
      return (await query(USERS.list, [...BEFORE_ALL, 1])).length === 0;
    },
    list({ after, limit }) {
      return query(USERS.list, [...(after ? [after.createdAt, after.id] : BEFORE_ALL), limit]);
    },
    insertSignInToken(token, audit) {
      return transact(async (query) => {
        const { isNew } = await lockUser(query, { id: token.userId, createdAt: token.createdAt });
        await query(TOKENS.deleteExpired, [token.createdAt]);
        await query(TOKENS.insert, [JSON.stringify([token])]);
        await query(AUDIT.insert, [JSON.stringify(audit({ isNewUser: isNew }))]);
      });
    },
    async findSignInToken(hash) {
      const [token = null] = await query(TOKENS.find, [Buffer.from(hash, 'hex')]);
      return token;
    },
    takeSignInToken(hash, audit) {
      return transact(async (query) => {
        const [token = null] = await query(TOKENS.take, [Buffer.from(hash, 'hex')]);
        if (token !== null) await query(AUDIT.insert, [JSON.stringify(audit(token))]);
        return token;
      });
    },
  };
}

/** A position before all users. */
const BEFORE_ALL = [Number.MIN_SAFE_INTEGER, ''];

/** Locks the user, and creates it if there is none. Until the transaction ends, its counts do not change. */
export async function lockUser(
  query: Query,
  user: StoredUser,
): Promise<{ readonly stored: StoredUser; readonly isNew: boolean }> {
  const [known] = await query(USERS.lock, [user.id]);
  if (known !== undefined) return { stored: known, isNew: false };
  const [made] = await query(USERS.insert, [JSON.stringify([user])]);
  if (made !== undefined) return { stored: made, isNew: true };
  // Another transaction has created it meanwhile.
  const [other] = await query(USERS.lock, [user.id]);
  return { stored: other, isNew: false };
}
