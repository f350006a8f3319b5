import { describe, expect, it } from 'vitest';
import type { StoredSession } from '../../src/stores/session-store.js';
import type { OpenedStore } from './opened-store.js';
import { NO_AUDIT } from './stored-key.js';

/** What every session store promises. */
export function describeSessionStore(opened: OpenedStore): void {
  describe('with sessions', () => {
    const session: StoredSession = {
      hash: 'c'.repeat(64),
      userId: 'alice',
      createdAt: 1,
      lastSeenAt: 1,
      expiresAt: 100,
      address: '127.0.0.1',
      browser: 'Firefox, Linux',
    };

    it('keeps a session until it is deleted, also over a restart', async () => {
      await opened.store.sessions.insert(session, NO_AUDIT);
      await opened.store.sessions.recordSeen(
        new Map([
          [session.hash, 50],
          ['e'.repeat(64), 1],
        ]),
      );
      await opened.reopen();
      expect(await opened.store.sessions.findByHash(session.hash)).toEqual({ ...session, lastSeenAt: 50 });
      await opened.store.sessions.delete(session.hash, NO_AUDIT);
      await opened.store.sessions.delete(session.hash, NO_AUDIT);
      await opened.reopen();
      expect(await opened.store.sessions.findByHash(session.hash)).toBeNull();
    });

    it('never sets the time of a session back', async () => {
      await opened.store.sessions.insert(session, NO_AUDIT);
      for (const at of [50, 49]) await opened.store.sessions.recordSeen(new Map([[session.hash, at]]));
      expect((await opened.store.sessions.findByHash(session.hash))?.lastSeenAt).toBe(50);
    });

    it('drops sessions that were over when a new one begins', async () => {
      await opened.store.sessions.insert(session, NO_AUDIT);
      await opened.store.sessions.insert(
        {
          ...session,
          hash: 'd'.repeat(64),
          createdAt: 100,
          expiresAt: 200,
        },
        NO_AUDIT,
      );
      expect(await opened.store.sessions.findByHash(session.hash)).toBeNull();
    });

    it('finds nothing by an unknown hash, and forgets no session but the one that is deleted', async () => {
      const other = { ...session, hash: 'd'.repeat(64), userId: 'bob' };
      await opened.store.sessions.insert(session, NO_AUDIT);
      await opened.store.sessions.insert(other, NO_AUDIT);
      await opened.store.sessions.delete(session.hash, NO_AUDIT);
      expect(await opened.store.sessions.findByHash('e'.repeat(64))).toBeNull();
      expect(await opened.store.sessions.findByHash(other.hash)).toEqual(other);
    });

    it("lists a user's sessions, and ends all of them at once", async () => {
      const others = ['d', 'e'].map((digit) => ({ ...session, hash: digit.repeat(64), address: null }));
      const foreign = { ...session, hash: 'f'.repeat(64), userId: 'bob' };
      for (const own of [session, ...others, foreign]) await opened.store.sessions.insert(own, NO_AUDIT);
      await opened.reopen();
      const { sessions } = opened.store;
      const found = await sessions.listByUser('alice');
      expect([...found].sort((one, other) => (one.hash < other.hash ? -1 : 1))).toEqual([session, ...others]);
      const counts: number[] = [];
      const audit = (count: number) => {
        counts.push(count);
        return [];
      };
      expect(await sessions.deleteByUser('alice', audit)).toBe(3);
      expect(await sessions.deleteByUser('alice', audit)).toBe(0);
      expect(counts).toEqual([3]);
      await opened.reopen();
      expect(await opened.store.sessions.listByUser('alice')).toEqual([]);
      expect(await opened.store.sessions.findByHash(foreign.hash)).toEqual(foreign);
    });

    it('refuses a second session with the same hash and keeps the first', async () => {
      await opened.store.sessions.insert(session, NO_AUDIT);
      await expect(opened.store.sessions.insert({ ...session, userId: 'eve' }, NO_AUDIT)).rejects.toThrow();
      expect(await opened.store.sessions.findByHash(session.hash)).toEqual(session);
    });
  });
}
