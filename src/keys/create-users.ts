import type { StoredUser, UserStore } from '../stores/user-store.js';
import { checkUserId } from './check-user-id.js';
import { drawToken, hashSecret, isWellFormedToken } from './hash-secret.js';
import type { UserRecord, Users } from './keyring.js';
import { orUnavailable } from './or-unavailable.js';

const SIGN_IN_TOKEN_LIFE_MS = 30 * 60_000;

/** Users and their sign-in tokens over a store; `readOrigin` tells where this process listens. */
export function createUsers(store: UserStore, now: () => number, readOrigin: () => string | null): Users {
  return {
    async ensure(id) {
      checkUserId(id);
      return present(await orUnavailable(store.ensure({ id, createdAt: now() })));
    },
    async list() {
      return (await orUnavailable(store.list())).map(present);
    },
    async createSignInToken(userId) {
      checkUserId(userId);
      const token = drawToken();
      const createdAt = now();
      const expiresAt = createdAt + SIGN_IN_TOKEN_LIFE_MS;
      await orUnavailable(store.insertSignInToken({ hash: hashSecret(token), userId, createdAt, expiresAt }));
      return { token, expiresAt: new Date(expiresAt), origin: readOrigin() };
    },
    async redeemSignInToken(token) {
      if (!isWellFormedToken(token)) return null;
      const taken = await orUnavailable(store.takeSignInToken(hashSecret(token)));
      return taken !== null && taken.expiresAt > now() ? taken.userId : null;
    },
  };
}

function present({ id, createdAt }: StoredUser): UserRecord {
  return { id, createdAt: new Date(createdAt) };
}
