import type { UserStore } from '../user-store.js';
import type { CommitQueue } from './commit-queue.js';
import { addUser } from './file-key-store.js';

export function createFileUserStore(queue: CommitQueue): UserStore {
  return {
    ensure(user) {
      return queue.commit((draft) => {
        const existing = draft.users.get(user.id);
        if (existing === undefined) draft.edit('users').set(user.id, user);
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
        const tokens = draft.edit('signInTokens');
        for (const old of tokens.values()) if (old.expiresAt <= token.createdAt) tokens.delete(old.hash);
        tokens.set(token.hash, token);
        addUser(draft, token);
      });
    },
    takeSignInToken(hash) {
      return queue.commit((draft) => {
        const token = draft.signInTokens.get(hash);
        if (token === undefined) return null;
        draft.edit('signInTokens').delete(hash);
        return token;
      });
    },
  };
}
