import { describe, expect, it } from 'vitest';
import type { OpenedStore } from './opened-store.js';

/** What every user store promises. */
export function describeUserStore(opened: OpenedStore): void {
  describe('with users', () => {
    it('makes a user once, whatever comes at once', async () => {
      expect(await opened.store.users.isEmpty()).toBe(true);
      const made = await Promise.all(
        [1, 2, 3].map((at) => opened.store.users.ensure({ id: 'x', createdAt: at })),
      );
      expect(new Set(made.map(({ user }) => user.createdAt)).size).toBe(1);
      expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
      await opened.store.users.ensure({ id: 'a', createdAt: 4 });
      await opened.reopen();
      expect(await opened.store.users.isEmpty()).toBe(false);
      expect((await opened.store.users.list()).map((user) => user.id)).toEqual(['x', 'a']);
      expect(await opened.store.users.findById('a')).toEqual({ id: 'a', createdAt: 4 });
      expect(await opened.store.users.findById('nobody')).toBeNull();
    });

    it('gives a sign-in token to one of those who take it, also after a restart', async () => {
      const token = { hash: 'a'.repeat(64), userId: 'alice', createdAt: 1, expiresAt: 10 };
      await opened.store.users.insertSignInToken(token);
      expect(await opened.store.users.list()).toEqual([{ id: 'alice', createdAt: 1 }]);
      await opened.reopen();
      const takes = await Promise.all([1, 2, 3].map(() => opened.store.users.takeSignInToken(token.hash)));
      expect(takes.filter((taken) => taken !== null)).toEqual([token]);
      await opened.reopen();
      expect(await opened.store.users.takeSignInToken(token.hash)).toBeNull();
    });

    it('drops tokens that expired when a new one is made', async () => {
      const old = { hash: 'a'.repeat(64), userId: 'alice', createdAt: 1, expiresAt: 10 };
      await opened.store.users.insertSignInToken(old);
      await opened.store.users.insertSignInToken({
        ...old,
        hash: 'b'.repeat(64),
        createdAt: 10,
        expiresAt: 20,
      });
      expect(await opened.store.users.takeSignInToken(old.hash)).toBeNull();
    });

    it('gives a token back also when it has expired: its taker judges', async () => {
      const token = { hash: 'a'.repeat(64), userId: 'alice', createdAt: 1, expiresAt: 2 };
      await opened.store.users.insertSignInToken(token);
      expect(await opened.store.users.takeSignInToken(token.hash)).toEqual(token);
    });

    it('keeps tokens that were good when a new one was made, of every user', async () => {
      const old = { hash: 'a'.repeat(64), userId: 'alice', createdAt: 1, expiresAt: 10 };
      await opened.store.users.insertSignInToken(old);
      await opened.store.users.insertSignInToken({
        ...old,
        hash: 'b'.repeat(64),
        userId: 'bob',
        createdAt: 9,
      });
      await opened.reopen();
      expect(await opened.store.users.takeSignInToken(old.hash)).toEqual(old);
    });

    it('refuses a second token with the same hash and keeps the first', async () => {
      const token = { hash: 'a'.repeat(64), userId: 'alice', createdAt: 1, expiresAt: 10 };
      await opened.store.users.insertSignInToken(token);
      await expect(opened.store.users.insertSignInToken({ ...token, userId: 'eve' })).rejects.toThrow();
      expect((await opened.store.users.list()).map(({ id }) => id)).toEqual(['alice']);
      expect(await opened.store.users.takeSignInToken(token.hash)).toEqual(token);
    });
  });
}
