import { describe, expect, it, onTestFinished } from 'vitest';
import { EXPLORER_KEY_NAME } from '../../src/keys/create-explorer-keys.js';
import { createKeyring } from '../../src/keys/create-keyring.js';
import type { Keyring } from '../../src/keys/keyring.js';
import { createMemoryStore } from '../../src/stores/memory-store.js';
import { failureOf, MINUTE_MS, openTestKeyring } from './open-test-keyring.js';

const HOUR_MS = 60 * MINUTE_MS;

async function openWithSession(changes: Parameters<typeof openTestKeyring>[0] = {}) {
  const test = await openTestKeyring(changes);
  const { token: sessionToken } = await test.keyring.sessions.create('alice');
  const issue = (token: string | null = sessionToken, userId = 'alice') =>
    test.keyring.explorerKeys.issue({ userId, sessionToken: token });
  return { ...test, sessionToken, issue };
}

describe('The key of the explorer', () => {
  it('may do all its user may, for an hour, and is listed with the others', async () => {
    const { keyring, clock, issue } = await openWithSession();
    const { record, secret } = await issue();
    expect(record).toMatchObject({
      id: expect.stringMatching(/^key_[0-9A-Za-z]{16}$/),
      name: EXPLORER_KEY_NAME,
      scopes: [],
      expiresAt: new Date(clock.now + HOUR_MS),
    });
    expect(await keyring.apiKeys.list('alice')).toEqual([record]);
    expect(await keyring.verify(secret)).toMatchObject({ userId: 'alice' });
    clock.now += HOUR_MS;
    expect(await keyring.apiKeys.verify(secret)).toBeNull();
  });

  it('ends with its session, and with no other', async () => {
    const { keyring, sessionToken, issue } = await openWithSession();
    const { token: otherToken } = await keyring.sessions.create('alice');
    const one = await issue();
    const other = await issue(otherToken);
    await keyring.sessions.end(sessionToken);
    expect(await keyring.verify(one.secret)).toBeNull();
    expect((await keyring.apiKeys.list('alice')).map(({ id }) => id)).toEqual([other.record.id]);
    expect(await keyring.verify(other.secret)).not.toBeNull();
  });

  it('never outlives the longest life of its session', async () => {
    const { keyring, clock, sessionToken, issue } = await openWithSession();
    const end = clock.now + 12 * HOUR_MS;
    while (clock.now < end - 20 * MINUTE_MS) {
      clock.now += 20 * MINUTE_MS;
      await keyring.sessions.find(sessionToken);
    }
    expect((await issue()).record.expiresAt).toEqual(new Date(end));
  });

  it('is one for each session: the next takes its place', async () => {
    const { keyring, issue } = await openWithSession();
    const first = await issue();
    const second = await issue();
    expect(await keyring.verify(first.secret)).toBeNull();
    expect(await keyring.apiKeys.list('alice')).toEqual([second.record]);
  });

  it('takes those of earlier sessions with it once they are over, and nothing else', async () => {
    const { keyring, clock, issue } = await openWithSession();
    await issue();
    const short = await keyring.apiKeys.create({
      userId: 'alice',
      name: 'CI',
      expiresAt: new Date(clock.now + HOUR_MS),
    });
    const named = await keyring.apiKeys.create({
      userId: 'alice',
      name: EXPLORER_KEY_NAME,
      expiresAt: new Date(clock.now + 2 * HOUR_MS),
    });
    clock.now += 2 * HOUR_MS;
    const { token } = await keyring.sessions.create('alice');
    const { record } = await issue(token);
    const ids = (await keyring.apiKeys.list('alice')).map(({ id }) => id);
    expect(ids.sort()).toEqual([record.id, short.record.id, named.record.id].sort());
  });

  it('K-14 counts among the keys of its user', async () => {
    const { keyring, issue } = await openWithSession({ maxKeysPerUser: 1 });
    await issue();
    const create = () => keyring.apiKeys.create({ userId: 'alice', name: 'CI' });
    expect(await failureOf(create())).toMatchObject({ status: 409 });
    // It takes its own place.
    await issue();
    const { token } = await keyring.sessions.create('alice');
    expect(await failureOf(issue(token))).toMatchObject({ status: 409 });
  });

  it('is for the user of the session alone', async () => {
    const { keyring, sessionToken, issue } = await openWithSession();
    expect(await failureOf(issue(sessionToken, 'bob'))).toMatchObject({ status: 401 });
    expect(await failureOf(issue('A'.repeat(43)))).toMatchObject({ status: 401 });
    expect(await keyring.apiKeys.list('alice')).toEqual([]);
  });

  it('is one, and good for one of them, where two windows ask at once', async () => {
    const { keyring, issue } = await openWithSession();
    const issued = await Promise.all([issue(), issue()]);
    expect(await keyring.apiKeys.list('alice')).toHaveLength(1);
    const verified = await Promise.all(issued.map(({ secret }) => keyring.verify(secret)));
    expect(verified.filter((found) => found !== null)).toHaveLength(1);
  });

  it.each<[string, (keyring: Keyring, token: string) => Promise<unknown>]>([
    ['is ended', (keyring, token) => keyring.sessions.end(token)],
    ['is ended with all others', (keyring) => keyring.sessions.endAll('alice')],
    [
      'is ended from another one',
      async (keyring) => {
        const [session] = await keyring.sessions.list('alice', null);
        return keyring.sessions.endOne('alice', session?.id ?? '');
      },
    ],
  ])('K-17 does not outlive a session that %s while it is issued', async (_, end) => {
    const store = createMemoryStore();
    let beforeInsert = async () => {};
    let beforeEnd = async () => {};
    const { keys, sessions } = store;
    const keyring = createKeyring({
      ...store,
      keys: { ...keys, insert: (...input) => beforeInsert().then(() => keys.insert(...input)) },
      sessions: {
        ...sessions,
        delete: (...input) => beforeEnd().then(() => sessions.delete(...input)),
        deleteByUser: (...input) => beforeEnd().then(() => sessions.deleteByUser(...input)),
      },
    });
    onTestFinished(() => keyring.close());

    const first = await keyring.sessions.create('alice');
    beforeInsert = async () => void (await end(keyring, first.token));
    const issue = (sessionToken: string) => keyring.explorerKeys.issue({ userId: 'alice', sessionToken });
    expect(await failureOf(issue(first.token))).toMatchObject({ status: 401 });
    expect(await keyring.apiKeys.list('alice')).toEqual([]);

    const second = await keyring.sessions.create('alice');
    beforeInsert = async () => {};
    beforeEnd = async () => void (await issue(second.token));
    await end(keyring, second.token);
    expect(await keyring.apiKeys.list('alice')).toEqual([]);
  });

  it('is one for a user without a session, whom a proxy names', async () => {
    const { keyring, issue } = await openWithSession();
    const first = await issue(null, 'bob');
    const second = await issue(null, 'bob');
    expect(await keyring.verify(first.secret)).toBeNull();
    expect(await keyring.verify(second.secret)).toMatchObject({ userId: 'bob' });
    expect(await keyring.apiKeys.list('bob')).toEqual([second.record]);
  });
});
