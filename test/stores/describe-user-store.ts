import { describe, expect, it } from 'vitest';
import type { OpenedStore } from './opened-store.js';
import { NO_AUDIT } from './stored-key.js';

/** What every user store promises. */
export function describeUserStore(opened: OpenedStore): void {
  describe('with users', () => {
    it('makes a user once, whatever comes at once', async () => {
      expect(await opened.store.users.isEmpty()).toBe(true);
      const made = await Promise.all(
        [1, 2, 3].map((at) => opened.store.users.ensure({ id: 'x', createdAt: at }, NO_AUDIT)),
      );
      expect(new Set(made.map(({ user }) => user.createdAt)).size).toBe(1);
      expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
      await opened.store.users.ensure({ id: 'a', createdAt: 4 }, NO_AUDIT);
      await opened.reopen();
      expect(await opened.store.users.isEmpty()).toBe(false);
      expect((await opened.store.users.list({ limit: 1_000 })).map((user) => user.id)).toEqual(['x', 'a']);
      expect(await opened.store.users.findById('a')).toEqual({ id: 'a', createdAt: 4 });
      expect(await opened.store.users.findById('nobody')).toBeNull();
    });

    it('lists users in pages, the oldest first', async () => {
      for (const createdAt of [1, 2, 3])
        await opened.store.users.ensure({ id: `user ${4 - createdAt}`, createdAt }, NO_AUDIT);
      const first = await opened.store.users.list({ limit: 2 });
      const rest = await opened.store.users.list({ after: first.at(-1), limit: 2 });
      expect([first, rest].map((page) => page.map(({ id }) => id))).toEqual([
        ['user 3', 'user 2'],
        ['user 1'],
      ]);
    });

    it('asks for audit entries once something changes, and says what', async () => {
      const outcomes: unknown[] = [];
      const audit = (outcome?: unknown) => {
        outcomes.push(outcome);
        return [];
      };
      const { users, sessions } = opened.store;
      const token = { hash: 'a'.repeat(64), userId: 'bob', createdAt: 1, expiresAt: 10 };
      const session = { ...token, lastSeenAt: 1, address: null, browser: null };
      for (let time = 0; time < 2; time++) await users.ensure({ id: 'alice', createdAt: 1 }, audit);
      expect(outcomes.splice(0)).toEqual([undefined]);
      await users.insertSignInToken(token, audit);
      for (let time = 0; time < 2; time++) await users.takeSignInToken(token.hash, audit);
      expect(outcomes.splice(0)).toEqual([{ isNewUser: true }, token]);
      await sessions.insert(session, audit);
      for (let time = 0; time < 2; time++) await sessions.delete(session.hash, audit);
      expect(outcomes).toEqual([undefined, session]);
    });

    it('gives a sign-in token to one of those who take it, also after a restart', async () => {
      const token = { hash: 'a'.repeat(64), userId: 'alice', createdAt: 1, expiresAt: 10 };
      await opened.store.users.insertSignInToken(token, NO_AUDIT);
      expect(await opened.store.users.list({ limit: 1_000 })).toEqual([{ id: 'alice', createdAt: 1 }]);
      await opened.reopen();
      const takes = await Promise.all(
        [1, 2, 3].map(() => opened.store.users.takeSignInToken(token.hash, NO_AUDIT)),
      );
      expect(takes.filter((taken) => taken !== null)).toEqual([token]);
      await opened.reopen();
      expect(await opened.store.users.takeSignInToken(token.hash, NO_AUDIT)).toBeNull();
    });

    it('drops tokens that expired when a new one is made', async () => {
      const old = { hash: 'a'.repeat(64), userId: 'alice', createdAt: 1, expiresAt: 10 };
      await opened.store.users.insertSignInToken(old, NO_AUDIT);
      await opened.store.users.insertSignInToken(
        {
          ...old,
          hash: 'b'.repeat(64),
          createdAt: 10,
          expiresAt: 20,
        },
        NO_AUDIT,
      );
      expect(await opened.store.users.takeSignInToken(old.hash, NO_AUDIT)).toBeNull();
    });

    it('gives a token back also when it has expired: its taker judges', async () => {
      const token = { hash: 'a'.repeat(64), userId: 'alice', createdAt: 1, expiresAt: 2 };
      await opened.store.users.insertSignInToken(token, NO_AUDIT);
      expect(await opened.store.users.takeSignInToken(token.hash, NO_AUDIT)).toEqual(token);
    });

    it('keeps tokens that were good when a new one was made, of every user', async () => {
      const old = { hash: 'a'.repeat(64), userId: 'alice', createdAt: 1, expiresAt: 10 };
      await opened.store.users.insertSignInToken(old, NO_AUDIT);
      await opened.store.users.insertSignInToken(
        {
          ...old,
          hash: 'b'.repeat(64),
          userId: 'bob',
          createdAt: 9,
        },
        NO_AUDIT,
      );
      await opened.reopen();
      expect(await opened.store.users.takeSignInToken(old.hash, NO_AUDIT)).toEqual(old);
    });

    it('refuses a second token with the same hash and keeps the first', async () => {
      const token = { hash: 'a'.repeat(64), userId: 'alice', createdAt: 1, expiresAt: 10 };
      await opened.store.users.insertSignInToken(token, NO_AUDIT);
      await expect(
        opened.store.users.insertSignInToken({ ...token, userId: 'eve' }, NO_AUDIT),
      ).rejects.toThrow();
      expect((await opened.store.users.list({ limit: 1_000 })).map(({ id }) => id)).toEqual(['alice']);
      expect(await opened.store.users.takeSignInToken(token.hash, NO_AUDIT)).toEqual(token);
    });
  });
}
