import type { StoredSignInToken, StoredUser, UserStore } from '../stores/user-store.js';
import type { AuditLog } from './audit-log.js';
import type { ChangeOrigin } from './change-origin.js';
import { checkUserId } from './check-user-id.js';
import { generateToken, hashSecret, isWellFormedToken } from './hash-secret.js';
import type { SignInToken, UserRecord, Users } from './keyring.js';
import { mapStoreError } from './map-store-error.js';

const SIGN_IN_TOKEN_LIFE_MS = 30 * 60_000;

export interface UsersOptions {
  readonly store: UserStore;
  readonly audit: AuditLog;
  readonly now: () => number;
  /** Returns the origin at which this process listens. */
  readonly readOrigin: () => string | null;
}

/** Creates the service for users and their sign-in tokens over a store, for changes of any origin. */
export function createUsers(options: UsersOptions): (origin: ChangeOrigin) => Users {
  const { store, audit, now, readOrigin } = options;

  const isUnexpired = ({ expiresAt }: StoredSignInToken) => expiresAt > now();

  async function createSignInToken(userId: string, origin: ChangeOrigin): Promise<SignInToken> {
    checkUserId(userId);
    const token = generateToken();
    const createdAt = now();
    const expiresAt = createdAt + SIGN_IN_TOKEN_LIFE_MS;
    const stored = { hash: hashSecret(token), userId, createdAt, expiresAt };
    await mapStoreError(
      store.insertSignInToken(stored, ({ isNewUser }) => [
        ...(isNewUser ? [audit.describe('user.created', origin, { user: userId })] : []),
        audit.describe('sign-in-link.created', origin, { user: userId }),
      ]),
    );
    return { token, expiresAt: new Date(expiresAt), origin: readOrigin() };
  }

  async function redeemSignInToken(token: string, origin: ChangeOrigin): Promise<string | null> {
    const used = (taken: StoredSignInToken) => {
      const { userId } = taken;
      return isUnexpired(taken)
        ? [audit.describe('sign-in-link.used', { ...origin, actor: userId }, { user: userId })]
        : [];
    };
    const taken = isWellFormedToken(token)
      ? await mapStoreError(store.takeSignInToken(hashSecret(token), used))
      : null;
    if (taken !== null && isUnexpired(taken)) return taken.userId;
    audit.noteRefusal('sign-in.refused', origin);
    return null;
  }

  return (origin) => ({
    async ensure(id) {
      checkUserId(id);
      const created = () => [audit.describe('user.created', origin, { user: id })];
      const { user, isNew } = await mapStoreError(store.ensure({ id, createdAt: now() }, created));
      return { user: toUserRecord(user), isNew };
    },
    async find(id) {
      const user = await mapStoreError(store.findById(id));
      return user && toUserRecord(user);
    },
    async list({ after, limit }) {
      const position = after && { id: after.id, createdAt: after.createdAt.getTime() };
      return (await mapStoreError(store.list({ after: position, limit }))).map(toUserRecord);
    },
    createSignInToken: (userId) => createSignInToken(userId, origin),
    async isSignInTokenGood(token) {
      if (!isWellFormedToken(token)) return false;
      const stored = await mapStoreError(store.findSignInToken(hashSecret(token)));
      return stored !== null && isUnexpired(stored);
    },
    redeemSignInToken: (token) => redeemSignInToken(token, origin),
  });
}

function toUserRecord({ id, createdAt }: StoredUser): UserRecord {
  return { id, createdAt: new Date(createdAt) };
}
