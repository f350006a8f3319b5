import type { StoredUser, UserStore } from '../stores/user-store.js';
import type { AuditLog } from './audit-log.js';
import type { ChangeOrigin } from './change-origin.js';
import type { EnsureUser } from './ensure-user.js';
import { drawToken, hashSecret, isWellFormedToken } from './hash-secret.js';
import type { SignInToken, UserRecord, Users } from './keyring.js';
import { mapStoreError } from './map-store-error.js';

const SIGN_IN_TOKEN_LIFE_MS = 30 * 60_000;

export interface UsersOptions {
  readonly store: UserStore;
  readonly ensureUser: EnsureUser;
  readonly audit: AuditLog;
  readonly now: () => number;
  /** Where this process listens. */
  readonly readOrigin: () => string | null;
}

/** Users and their sign-in tokens over a store, for changes of any origin. */
export function createUsers(options: UsersOptions): (origin: ChangeOrigin) => Users {
  const { store, ensureUser, audit, now, readOrigin } = options;

  async function createSignInToken(userId: string, origin: ChangeOrigin): Promise<SignInToken> {
    await ensureUser(userId, origin);
    const token = drawToken();
    const createdAt = now();
    const expiresAt = createdAt + SIGN_IN_TOKEN_LIFE_MS;
    await mapStoreError(store.insertSignInToken({ hash: hashSecret(token), userId, createdAt, expiresAt }));
    await audit.note('sign-in-link.created', origin, { user: userId });
    return { token, expiresAt: new Date(expiresAt), origin: readOrigin() };
  }

  async function redeemSignInToken(token: string, origin: ChangeOrigin): Promise<string | null> {
    const taken = isWellFormedToken(token)
      ? await mapStoreError(store.takeSignInToken(hashSecret(token)))
      : null;
    if (taken === null || taken.expiresAt <= now()) {
      audit.noteRefusal('sign-in.refused', origin);
      return null;
    }
    const { userId } = taken;
    await audit.note('sign-in-link.used', { ...origin, actor: userId }, { user: userId });
    return userId;
  }

  return (origin) => ({
    async ensure(id) {
      const { user, isNew } = await ensureUser(id, origin);
      return { user: present(user), isNew };
    },
    async list() {
      return (await mapStoreError(store.list())).map(present);
    },
    createSignInToken: (userId) => createSignInToken(userId, origin),
    redeemSignInToken: (token) => redeemSignInToken(token, origin),
  });
}

function present({ id, createdAt }: StoredUser): UserRecord {
  return { id, createdAt: new Date(createdAt) };
}
