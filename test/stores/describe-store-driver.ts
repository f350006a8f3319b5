import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { AuditEntry } from '../../src/stores/audit-trail.js';
import type { StoredSession } from '../../src/stores/session-store.js';
import type { Store } from '../../src/stores/store.js';
import type { StoreContents } from '../../src/stores/store-contents.js';
import { describeAnswerStore } from './describe-answer-store.js';
import { describeAuditTrail } from './describe-audit-trail.js';
import { describeKeyStore } from './describe-key-store.js';
import { describeSessionStore } from './describe-session-store.js';
import { describeUsageStore } from './describe-usage-store.js';
import { describeUserStore } from './describe-user-store.js';
import type { OpenedStore } from './opened-store.js';
import { NO_AUDIT, NO_LIMIT, storedKey } from './stored-key.js';

/** Opens one and the same store again and again, empty at first. */
export type OpenAgain = () => Promise<Store>;

/** What every driver promises. `prepare` makes a new empty store for each test. */
export function describeStoreDriver(name: string, prepare: () => OpenAgain | Promise<OpenAgain>): void {
  describe(`The ${name} driver`, () => {
    let openAgain: OpenAgain;
    let store: Store;

    async function open(): Promise<void> {
      store = await openAgain();
      const opened = store;
      // Closing twice is allowed: `reopen` may have closed it.
      onTestFinished(() => opened.close());
    }

    const opened: OpenedStore = {
      get store() {
        return store;
      },
      async reopen() {
        await store.close();
        await open();
      },
    };

    beforeEach(async () => {
      openAgain = await prepare();
      await open();
    });

    describeKeyStore(opened);
    describeUserStore(opened);
    describeSessionStore(opened);
    describeUsageStore(opened);
    describeAuditTrail(opened);
    describeAnswerStore(opened);
    describeStore(opened);
  });
}

const CONTENTS: StoreContents = {
  keys: [storedKey(2), storedKey(1, { userId: 'bob', scopes: ['read'], lastUsedAt: 5, disabled: true })],
  users: [
    { id: 'carol', createdAt: 1 },
    { id: 'bob', createdAt: 2 },
    { id: 'alice', createdAt: 3 },
  ],
  signInTokens: [{ hash: 'a'.repeat(64), userId: 'carol', createdAt: 1, expiresAt: 10 }],
  sessions: [
    {
      hash: 'b'.repeat(64),
      userId: 'bob',
      createdAt: 1,
      lastSeenAt: 2,
      expiresAt: 10,
      address: '127.0.0.1',
      browser: 'Firefox, Linux',
    },
  ],
  usage: [
    {
      id: storedKey(1).id,
      days: [
        { day: 20_000, calls: 0, refusals: 2 },
        { day: 20_003, calls: 1_000_000_000_000, refusals: 0 },
      ],
      last: { at: 1, address: '127.0.0.1', operation: 'items.list', status: 200 },
    },
    { id: storedKey(2).id, days: [{ day: 20_000, calls: 1, refusals: 0 }], last: null },
  ],
};

/** The contents in as many parts as there are records, the users first. */
async function* cutContents(): AsyncGenerator<StoreContents> {
  const none: StoreContents = { keys: [], users: [], signInTokens: [], sessions: [], usage: [] };
  for (const user of CONTENTS.users) yield { ...none, users: [user] };
  for (const key of CONTENTS.keys) yield { ...none, keys: [key] };
  yield { ...none, signInTokens: CONTENTS.signInTokens };
  yield { ...none, sessions: CONTENTS.sessions };
  yield { ...none, usage: CONTENTS.usage };
}

async function* streamContents(): AsyncGenerator<StoreContents> {
  yield CONTENTS;
}

/** What the store as a whole promises. */
function describeStore(opened: OpenedStore): void {
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
    await Promise.all(['a', 'b', 'c'].map((event) => opened.store.audit.append(entry(event))));
    await opened.store.audit.append(entry('d'));
    await opened.store.close();
    await expect(opened.store.audit.append(entry('late'))).rejects.toThrow();
  });

  it('is ready while it is open, and refuses changes after it was closed', async () => {
    expect(await opened.store.isReady()).toBe(true);
    await opened.store.close();
    expect(await opened.store.isReady()).toBe(false);
    await expect(opened.store.users.ensure({ id: 'late', createdAt: 1 }, NO_AUDIT)).rejects.toThrow();
  });

  it.each([
    ['in one part', streamContents],
    ['in many', cutContents],
  ])('is filled with all that another store held, in its order, %s', async (_, stream) => {
    expect(await opened.store.fill(stream())).toEqual({ keys: 2, users: 3, signInTokens: 1, sessions: 1 });
    await opened.reopen();
    const { keys, users, sessions, usage } = opened.store;
    for (const counted of CONTENTS.usage) expect(await usage.find(counted.id)).toEqual(counted);
    expect(await users.list({ limit: 1_000 })).toEqual(CONTENTS.users);
    for (const key of CONTENTS.keys) {
      expect(await keys.listByUser(key.userId)).toEqual([key]);
      expect(await keys.findByHashes([key.hash])).toEqual(key);
    }
    expect(await users.takeSignInToken('a'.repeat(64), NO_AUDIT)).toEqual(CONTENTS.signInTokens[0]);
    expect(await sessions.findByHash('b'.repeat(64))).toEqual(CONTENTS.sessions[0]);
  });

  it.each<[string, (store: Store) => Promise<unknown>]>([
    ['a key', (store) => store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT)],
    ['a user', (store) => store.users.ensure({ id: 'x', createdAt: 1 }, NO_AUDIT)],
    [
      'a session',
      (store) => store.sessions.insert({ ...CONTENTS.sessions[0], hash: 'c'.repeat(64) } as never, NO_AUDIT),
    ],
  ])('is not filled when it holds %s', async (_, change) => {
    await change(opened.store);
    await expect(opened.store.fill(cutContents())).rejects.toMatchObject({ code: 'NOT_EMPTY' });
    expect(await opened.store.keys.findById(storedKey(2).id)).toBeNull();
  });

  it('holds nothing when what it is filled with breaks off', async () => {
    async function* breakOff(): AsyncGenerator<StoreContents> {
      yield CONTENTS;
      throw new Error('The source is gone.');
    }
    await expect(opened.store.fill(breakOff())).rejects.toThrow('The source is gone.');
    await opened.reopen();
    expect(await opened.store.users.isEmpty()).toBe(true);
    await opened.store.fill(cutContents());
  });

  it('refuses every change after it was closed, and may be closed twice', async () => {
    await opened.store.fill(streamContents());
    await opened.store.close();
    await opened.store.close();
    const { keys, users, sessions, usage } = opened.store;
    const changes = [
      keys.insert(storedKey(9), NO_LIMIT, NO_AUDIT),
      keys.replace(storedKey(9), { replaces: storedKey(2).id, expiresAt: null, ...NO_LIMIT }, NO_AUDIT),
      keys.delete({ userId: 'alice', id: storedKey(2).id }, NO_AUDIT),
      keys.recordUses(new Map([[storedKey(2).id, 77]])),
      users.ensure({ id: 'late', createdAt: 1 }, NO_AUDIT),
      users.insertSignInToken({ hash: 'd', userId: 'late', createdAt: 1, expiresAt: 2 }, NO_AUDIT),
      users.takeSignInToken('a'.repeat(64), NO_AUDIT),
      sessions.insert({ ...CONTENTS.sessions[0], hash: 'e' } as StoredSession, NO_AUDIT),
      sessions.delete('b'.repeat(64), NO_AUDIT),
      sessions.deleteByUser('bob', NO_AUDIT),
      usage.add(CONTENTS.usage),
      sessions.recordSeen(new Map([['b'.repeat(64), 77]])),
    ];
    const outcomes = await Promise.allSettled(changes);
    expect(outcomes.map(({ status }) => status)).toEqual(changes.map(() => 'rejected'));
    await opened.reopen();
    expect(await opened.store.users.list({ limit: 1_000 })).toEqual(CONTENTS.users);
    expect(await opened.store.keys.findById(storedKey(2).id)).toEqual(storedKey(2));
    expect(await opened.store.sessions.findByHash('b'.repeat(64))).toEqual(CONTENTS.sessions[0]);
  });
}
