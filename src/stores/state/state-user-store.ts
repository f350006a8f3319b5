import { StoreError } from '../store-error.js';
import type { UserStore } from '../user-store.js';
import type { CommitQueue } from './commit-queue.js';
import { ensureUser } from './key-changes.js';
import { compareByAge, takePage } from './take-page.js';

export function createStateUserStore(queue: CommitQueue): UserStore {
  return {
    ensure(user, audit) {
      return queue.commit((transaction) => {
        const existing = transaction.state.users.get(user.id);
        if (existing !== undefined) return { user: existing, isNew: false };
        transaction.put('users', user);
        transaction.addAudit(audit());
        return { user, isNew: true };
      });
    },
    async findById(id) {
      return queue.state.users.get(id) ?? null;
    },
    async isEmpty() {
      return queue.state.users.size === 0;
    },
    async list(page) {
      return takePage(queue.state.users.values(), compareByAge, page);
    },
    insertSignInToken(token, audit) {
      return queue.commit((transaction) => {
        const { signInTokens } = transaction.state;
        if (signInTokens.has(token.hash))
          throw new StoreError('UNAVAILABLE', 'A sign-in token with this hash exists already.');
        for (const { hash, expiresAt } of signInTokens.values())
          if (expiresAt <= token.createdAt) transaction.remove('signInTokens', hash);
        transaction.put('signInTokens', token);
        transaction.addAudit(audit({ isNewUser: ensureUser(transaction, token) }));
      });
    },
    async findSignInToken(hash) {
      return queue.state.signInTokens.get(hash) ?? null;
    },
    takeSignInToken(hash, audit) {
      return queue.commit((transaction) => {
        const token = transaction.state.signInTokens.get(hash);
        if (token === undefined) return null;
        transaction.remove('signInTokens', hash);
        transaction.addAudit(audit(token));
        return token;
      });
    },
  };
}
