import type { UserStore } from '../user-store.js';
import type { CommitQueue } from './commit-queue.js';
import { withUser } from './file-key-store.js';
import { withEntry, withoutEntries, withoutEntry } from './store-state.js';

export function createFileUserStore(queue: CommitQueue): UserStore {
  return {
    ensure(user) {
      return queue.commit((state) => {
        const existing = state.users.get(user.id);
        if (existing !== undefined) return [state, existing];
        return [{ ...state, users: withEntry(state.users, user.id, user) }, user];
      });
    },
    async list() {
      return [...queue.state.users.values()];
    },
    insertSignInToken(token) {
      return queue.commit((state) => {
        const current = withoutEntries(state.signInTokens, (old) => old.expiresAt > token.createdAt);
        const signInTokens = withEntry(current, token.hash, token);
        return [withUser({ ...state, signInTokens }, token), undefined];
      });
    },
    takeSignInToken(hash) {
      return queue.commit((state) => {
        const token = state.signInTokens.get(hash);
        if (token === undefined) return [state, null];
        return [{ ...state, signInTokens: withoutEntry(state.signInTokens, hash) }, token];
      });
    },
  };
}
