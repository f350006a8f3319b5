import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { AuditEntry } from '../../src/stores/audit-trail.js';
import type { StoredKey } from '../../src/stores/key-store.js';
import type { StoredSession } from '../../src/stores/session-store.js';
import type { Store } from '../../src/stores/store.js';
import { NO_LIMIT, storedKey } from './stored-key.js';

/** Opens one and the same store again and again, empty at first. */
export type OpenAgain = () => Promise<Store>;

/** What every driver promises. `prepare` makes a new empty store for each test. */
export function describeStoreDriver(name: string, prepare: () => OpenAgain | Promise<OpenAgain>): void {
  describe(`The ${name} driver`, () => {
    let openAgain: OpenAgain;
    let store: Store;

    beforeEach(async () => {
      openAgain = await prepare();
      store = await openAgain();
      // Closing twice is allowed: `reopen` may have closed it.
      onTestFinished(() => store.close());
    });

    async function reopen(): Promise<void> {
      await store.close();
      store = await openAgain();
      onTestFinished(() => store.close());
    }

    describe('with keys', () => {
      it('finds a key by hash and by id, also after a restart', async () => {
        const key = storedKey(1, { scopes: ['read'], expiresAt: 1_800_000_000_000, pepperId: 'p' });
        expect(await store.keys.insert(key, NO_LIMIT)).toBe(true);
        expect(await store.keys.findByHash(key.hash)).toEqual(key);
        await reopen();
        expect(await store.keys.findByHash(key.hash)).toEqual(key);
        expect(await store.keys.findById(key.id)).toEqual(key);
        expect(await store.keys.findByHash('0'.repeat(64))).toBeNull();
        expect(await store.keys.findById('key_unknown')).toBeNull();
      });

      it("lists a user's own keys, the last inserted first, also after uses were recorded and a restart", async () => {
        await store.keys.insert(storedKey(1), NO_LIMIT);
        await store.keys.insert(storedKey(2, { userId: 'bob' }), NO_LIMIT);
        await store.keys.insert(storedKey(3), NO_LIMIT);
        await store.keys.recordUses(new Map([[storedKey(1).id, 5]]));
        await reopen();
        const names = (await store.keys.listByUser('alice')).map((key) => key.name);
        expect(names).toEqual(['key 3', 'key 1']);
        expect(await store.keys.listByUser('nobody')).toEqual([]);
      });

      it('makes the user of a key', async () => {
        await store.keys.insert(storedKey(1, { createdAt: 7 }), NO_LIMIT);
        expect(await store.users.list()).toEqual([{ id: 'alice', createdAt: 7 }]);
      });

      it('holds the limit of keys a user when they come at once', async () => {
        const inserts = [1, 2, 3, 4, 5].map((n) => store.keys.insert(storedKey(n), { maxPerUser: 3 }));
        expect((await Promise.all(inserts)).filter((isInserted) => isInserted)).toHaveLength(3);
        expect(await store.keys.listByUser('alice')).toHaveLength(3);
        expect(await store.keys.insert(storedKey(9, { userId: 'bob' }), { maxPerUser: 3 })).toBe(true);
      });

      it('refuses a second key with the same id and keeps the first', async () => {
        await store.keys.insert(storedKey(1), NO_LIMIT);
        const twin = storedKey(1, { hash: 'f'.repeat(64), name: 'twin' });
        await expect(store.keys.insert(twin, NO_LIMIT)).rejects.toThrow();
        expect((await store.keys.findById(twin.id))?.name).toBe('key 1');
      });

      it('deletes a key for its owner only, once, and for good', async () => {
        const key = storedKey(1);
        await store.keys.insert(key, NO_LIMIT);
        expect(await store.keys.delete({ userId: 'bob', id: key.id })).toBeNull();
        const both = await Promise.all([
          store.keys.delete({ userId: 'alice', id: key.id }),
          store.keys.delete({ userId: 'alice', id: key.id }),
        ]);
        expect(both.filter((deleted) => deleted !== null)).toEqual([key]);
        expect(await store.keys.findByHash(key.hash)).toBeNull();
        await reopen();
        expect(await store.keys.findById(key.id)).toBeNull();
      });

      it('adds a key in place of another that works on for a while, also after a restart', async () => {
        const [old, added] = [storedKey(1, { expiresAt: 500 }), storedKey(2)];
        await store.keys.insert(old, NO_LIMIT);
        const replaceAt = (key: StoredKey, expiresAt: number | null) =>
          store.keys.replace(key, { replaces: old.id, expiresAt, ...NO_LIMIT });
        expect(await replaceAt(added, 400)).toBe('replaced');
        await reopen();
        expect(await store.keys.findById(old.id)).toEqual({ ...old, expiresAt: 400 });
        expect(await store.keys.findByHash(added.hash)).toEqual(added);
        // The end only ever comes nearer.
        expect(await replaceAt(storedKey(3), 450)).toBe('replaced');
        expect((await store.keys.findById(old.id))?.expiresAt).toBe(400);
        expect(await replaceAt(storedKey(4), null)).toBe('replaced');
        await reopen();
        expect(await store.keys.findById(old.id)).toBeNull();
        expect(await store.keys.findByHash(old.hash)).toBeNull();
        expect((await store.keys.listByUser('alice')).map(({ name }) => name)).toEqual([
          'key 4',
          'key 3',
          'key 2',
        ]);
      });

      it('adds no key in place of one that is gone or of another user', async () => {
        await store.keys.insert(storedKey(1, { userId: 'bob' }), NO_LIMIT);
        for (const replaces of [storedKey(1).id, 'key_unknown'])
          expect(await store.keys.replace(storedKey(2), { replaces, expiresAt: null, ...NO_LIMIT })).toBe(
            'unknown',
          );
        expect(await store.keys.findById(storedKey(1).id)).toEqual(storedKey(1, { userId: 'bob' }));
        expect(await store.keys.findById(storedKey(2).id)).toBeNull();
      });

      it('counts a key and the one in its place as two until one is removed', async () => {
        const old = storedKey(1);
        await store.keys.insert(old, NO_LIMIT);
        const limits = { replaces: old.id, maxPerUser: 1 };
        expect(await store.keys.replace(storedKey(2), { ...limits, expiresAt: 9 })).toBe('full');
        expect(await store.keys.findById(old.id)).toEqual(old);
        expect(await store.keys.replace(storedKey(2), { ...limits, expiresAt: null })).toBe('replaced');
        expect(await store.keys.listByUser('alice')).toEqual([storedKey(2)]);
      });

      it('gives one of several replacements that remove the same key', async () => {
        await store.keys.insert(storedKey(1), NO_LIMIT);
        const outcomes = await Promise.all(
          [2, 3, 4].map((n) =>
            store.keys.replace(storedKey(n), { replaces: storedKey(1).id, expiresAt: null, ...NO_LIMIT }),
          ),
        );
        expect(outcomes.sort()).toEqual(['replaced', 'unknown', 'unknown']);
        expect(await store.keys.listByUser('alice')).toHaveLength(1);
      });

      it('records uses and ignores those of keys that are gone', async () => {
        await store.keys.insert(storedKey(1), NO_LIMIT);
        await store.keys.recordUses(
          new Map([
            [storedKey(1).id, 42],
            ['key_gone', 43],
          ]),
        );
        await reopen();
        expect((await store.keys.findById(storedKey(1).id))?.lastUsedAt).toBe(42);
        expect(await store.keys.findById('key_gone')).toBeNull();
      });
    });

    describe('with users', () => {
      it('makes a user once, whatever comes at once', async () => {
        const made = await Promise.all([1, 2, 3].map((at) => store.users.ensure({ id: 'x', createdAt: at })));
        expect(new Set(made.map(({ user }) => user.createdAt)).size).toBe(1);
        expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
        await store.users.ensure({ id: 'a', createdAt: 4 });
        await reopen();
        expect((await store.users.list()).map((user) => user.id)).toEqual(['x', 'a']);
        expect(await store.users.findById('a')).toEqual({ id: 'a', createdAt: 4 });
        expect(await store.users.findById('nobody')).toBeNull();
      });

      it('gives a sign-in token to one of those who take it, also after a restart', async () => {
        const token = { hash: 'a'.repeat(64), userId: 'alice', createdAt: 1, expiresAt: 10 };
        await store.users.insertSignInToken(token);
        expect(await store.users.list()).toEqual([{ id: 'alice', createdAt: 1 }]);
        await reopen();
        const takes = await Promise.all([1, 2, 3].map(() => store.users.takeSignInToken(token.hash)));
        expect(takes.filter((taken) => taken !== null)).toEqual([token]);
        await reopen();
        expect(await store.users.takeSignInToken(token.hash)).toBeNull();
      });

      it('drops tokens that expired when a new one is made', async () => {
        const old = { hash: 'a'.repeat(64), userId: 'alice', createdAt: 1, expiresAt: 10 };
        await store.users.insertSignInToken(old);
        await store.users.insertSignInToken({ ...old, hash: 'b'.repeat(64), createdAt: 10, expiresAt: 20 });
        expect(await store.users.takeSignInToken(old.hash)).toBeNull();
      });
    });

    describe('with sessions', () => {
      const session: StoredSession = {
        hash: 'c'.repeat(64),
        userId: 'alice',
        createdAt: 1,
        lastSeenAt: 1,
        expiresAt: 100,
      };

      it('keeps a session until it is deleted, also over a restart', async () => {
        await store.sessions.insert(session);
        await store.sessions.recordSeen(
          new Map([
            [session.hash, 50],
            ['gone', 1],
          ]),
        );
        await reopen();
        expect(await store.sessions.findByHash(session.hash)).toEqual({ ...session, lastSeenAt: 50 });
        await store.sessions.delete(session.hash);
        await store.sessions.delete(session.hash);
        await reopen();
        expect(await store.sessions.findByHash(session.hash)).toBeNull();
      });

      it('drops sessions that were over when a new one begins', async () => {
        await store.sessions.insert(session);
        await store.sessions.insert({ ...session, hash: 'd'.repeat(64), createdAt: 100, expiresAt: 200 });
        expect(await store.sessions.findByHash(session.hash)).toBeNull();
      });
    });

    it('takes audit entries, those that come at once too, until it is closed', async () => {
      const entry = (event: string): AuditEntry => ({
        time: '2026-01-01T00:00:00.000Z',
        event,
        actor: 'cli',
        key: null,
        user: null,
        address: null,
        requestId: null,
      });
      await Promise.all(['a', 'b', 'c'].map((event) => store.audit.append(entry(event))));
      await store.audit.append(entry('d'));
      await store.close();
      await expect(store.audit.append(entry('late'))).rejects.toThrow();
    });

    it('is ready while it is open, and refuses changes after it was closed', async () => {
      expect(await store.isReady()).toBe(true);
      await store.close();
      expect(await store.isReady()).toBe(false);
      await expect(store.users.ensure({ id: 'late', createdAt: 1 })).rejects.toThrow();
    });
  });
}
