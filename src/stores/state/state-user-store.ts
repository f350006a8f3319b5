import { StoreError } from '../store-error.js';
import type { UserStore } from '../user-store.js';
import type { CommitQueue } from './commit-queue.js';
import { ensureUser } from './key-changes.js';

export function createStateUserStore(queue: CommitQueue): UserStore {
  return {
    ensure(user) {
      return queue.commit((transaction) => {
        const existing = transaction.state.users.get(user.id);
        if (existing === undefined) transaction.put('users', user);
        return { user: existing ?? user, isNew: existing === undefined };
      });
    },
    async findById(id) {
      return queue.state.users.get(id) ?? null;
    },
    async isEmpty() {
      return queue.state.users.size === 0;
    },
    async list() {
      return [...queue.state.users.values()];
    },
    insertSignInToken(token) {
      return queue.commit((transaction) => {
        const { signInTokens } = transaction.state;
        if (signInTokens.has(token.hash))
          throw new StoreError('UNAVAILABLE', 'A sign-in token with this hash exists already.');
        for (const { hash, expiresAt } of signInTokens.values())
          if (expiresAt <= token.createdAt) transaction.remove('signInTokens', hash);
        transaction.put('signInTokens', token);
        ensureUser(transaction, token);
      });
    },
    takeSignInToken(hash) {
      return queue.commit((transaction) => {
        const token = transaction.state.signInTokens.get(hash) ?? null;
        transaction.remove('signInTokens', hash);
        return token;
      });
    },
  };
}
