import { StoreError } from '../store-error.js';
import type { UserStore } from '../user-store.js';
import type { CommitQueue } from './commit-queue.js';
import { ensureUser } from './key-changes.js';

export function createFileUserStore(queue: CommitQueue): UserStore {
  return {
    ensure(user) {
      return queue.commit((draft) => {
        const existing = draft.state.users.get(user.id);
        if (existing === undefined) draft.put('users', user);
        return { user: existing ?? user, isNew: existing === undefined };
      });
    },
    async findById(id) {
      return queue.state.users.get(id) ?? null;
    },
    async list() {
      return [...queue.state.users.values()];
    },
    insertSignInToken(token) {
      return queue.commit((draft) => {
        const { signInTokens } = draft.state;
        if (signInTokens.has(token.hash))
          throw new StoreError('UNAVAILABLE', 'A sign-in token with this hash exists already.');
        for (const { hash, expiresAt } of signInTokens.values())
          if (expiresAt <= token.createdAt) draft.remove('signInTokens', hash);
        draft.put('signInTokens', token);
        ensureUser(draft, token);
      });
    },
    takeSignInToken(hash) {
      return queue.commit((draft) => {
        const token = draft.state.signInTokens.get(hash) ?? null;
        draft.remove('signInTokens', hash);
        return token;
      });
    },
  };
}
