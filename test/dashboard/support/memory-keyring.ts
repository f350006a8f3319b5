import { randomBytes } from 'node:crypto';
import type { KeyRecord } from '../../../src/keys/api-keys.js';
import type { Keyring, Session } from '../../../src/keys/keyring.js';
import { ProcedureError } from '../../../src/protocol/procedure-error.js';

export interface MemoryKeyringOptions {
  readonly now: () => number;
  readonly maxKeys?: number;
}

interface OwnedKey {
  readonly userId: string;
  readonly secret: string;
  record: KeyRecord;
}

/** The keyring's contract in memory, with a clock of the test's and doors to what a test wants to set. */
export interface MemoryKeyring extends Keyring {
  /** Marks a key as used just now. */
  use(id: string): void;
  /** The next call of `create` rejects with this. */
  failCreate(error: Error): void;
}

export function createMemoryKeyring({ now, maxKeys = 100 }: MemoryKeyringOptions): MemoryKeyring {
  const keys: OwnedKey[] = [];
  const users = new Map<string, Date>();
  const signInTokens = new Map<string, { userId: string; expiresAt: number }>();
  const sessions = new Map<string, Session>();
  let failure: Error | null = null;
  const newToken = () => randomBytes(32).toString('base64url');

  return {
    apiKeys: {
      async list(userId) {
        return keys
          .filter((key) => key.userId === userId)
          .map(({ record }) => record)
          .reverse();
      },
      async create({ userId, name, scopes = [], expiresAt = null }) {
        if (failure) {
          const error = failure;
          failure = null;
          throw error;
        }
        if (name.length < 1 || name.length > 100) {
          const errors = [{ path: ['name'], message: 'A name has 1 to 100 characters.' }];
          throw new ProcedureError('BAD_REQUEST', 'The input is invalid.', { errors });
        }
        if (keys.filter((key) => key.userId === userId).length >= maxKeys) {
          throw new ProcedureError('CONFLICT', 'One key too many.');
        }
        const secret = `pgk_${randomBytes(23).toString('hex')}`;
        const record: KeyRecord = {
          id: `key_${randomBytes(8).toString('hex')}`,
          name,
          start: secret.slice(0, 8),
          scopes,
          createdAt: new Date(now()),
          lastUsedAt: null,
          expiresAt,
        };
        keys.push({ userId, secret, record });
        return { record, secret };
      },
      async delete({ userId, id }) {
        const index = keys.findIndex((key) => key.userId === userId && key.record.id === id);
        return index < 0 ? null : (keys.splice(index, 1)[0]?.record ?? null);
      },
      async verify(secret) {
        return keys.find((key) => key.secret === secret) ?? null;
      },
    },
    users: {
      async ensure(id) {
        const createdAt = users.get(id) ?? new Date(now());
        users.set(id, createdAt);
        return { id, createdAt };
      },
      async list() {
        return [...users].map(([id, createdAt]) => ({ id, createdAt }));
      },
      async createSignInToken(userId) {
        await this.ensure(userId);
        const token = newToken();
        const expiresAt = now() + 30 * 60_000;
        signInTokens.set(token, { userId, expiresAt });
        return { token, expiresAt: new Date(expiresAt) };
      },
      async redeemSignInToken(token) {
        const entry = signInTokens.get(token);
        signInTokens.delete(token);
        return entry && entry.expiresAt > now() ? entry.userId : null;
      },
    },
    sessions: {
      async create(userId) {
        const token = newToken();
        const session = {
          userId,
          createdAt: new Date(now()),
          expiresAt: new Date(now() + 12 * 3_600_000),
        };
        sessions.set(token, session);
        return { token, session };
      },
      async find(token) {
        const session = sessions.get(token);
        return session && session.expiresAt.getTime() > now() ? session : null;
      },
      async end(token) {
        sessions.delete(token);
      },
    },
    async isReady() {
      return true;
    },
    async close() {},
    use(id) {
      const key = keys.find(({ record }) => record.id === id);
      if (key) key.record = { ...key.record, lastUsedAt: new Date(now()) };
    },
    failCreate(error) {
      failure = error;
    },
  };
}
