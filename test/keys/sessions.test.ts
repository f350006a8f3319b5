import { afterEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS, openTestKeyring } from './open-test-keyring.js';

const HOUR_MS = 60 * MINUTE_MS;

afterEach(() => {
  vi.useRealTimers();
});

describe('K-17', () => {
  it('begins a session under a token of 256 bits that stands hashed in the store', async () => {
    const test = await openTestKeyring();
    const { token, session } = await test.keyring.sessions.create('alice');
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(test.readStore()).not.toContain(token);
    expect(session).toEqual({
      userId: 'alice',
      createdAt: new Date(test.clock.now),
      expiresAt: new Date(test.clock.now + 30 * MINUTE_MS),
    });
    expect(await (await test.reopen()).sessions.find(token)).toEqual(session);
    expect((await test.keyring.sessions.create('alice')).token).not.toBe(token);
  });

  it('ends a session that is idle for 30 minutes', async () => {
    const { keyring, clock } = await openTestKeyring();
    const { token } = await keyring.sessions.create('alice');
    clock.now += 30 * MINUTE_MS - 1;
    expect(await keyring.sessions.find(token)).toMatchObject({ userId: 'alice' });
    clock.now += 30 * MINUTE_MS - 1;
    expect(await keyring.sessions.find(token)).not.toBeNull();
    clock.now += 30 * MINUTE_MS;
    expect(await keyring.sessions.find(token)).toBeNull();
  });

  it('ends a busy session after 12 hours', async () => {
    const { keyring, clock } = await openTestKeyring();
    const { token, session } = await keyring.sessions.create('alice');
    const end = session.createdAt.getTime() + 12 * HOUR_MS;
    while (clock.now + 10 * MINUTE_MS < end) {
      clock.now += 10 * MINUTE_MS;
      const found = await keyring.sessions.find(token);
      expect(found?.expiresAt.getTime()).toBe(Math.min(clock.now + 30 * MINUTE_MS, end));
    }
    clock.now = end;
    expect(await keyring.sessions.find(token)).toBeNull();
  });

  it('ends a session at sign-out, and only that one', async () => {
    const test = await openTestKeyring();
    const one = await test.keyring.sessions.create('alice');
    const two = await test.keyring.sessions.create('alice');
    await test.keyring.sessions.find(one.token);
    await test.keyring.sessions.end(one.token);
    await test.keyring.sessions.end(one.token);
    await test.keyring.sessions.end('no token');
    expect(await test.keyring.sessions.find(one.token)).toBeNull();
    const reopened = await test.reopen();
    expect(await reopened.sessions.find(one.token)).toBeNull();
    expect(await reopened.sessions.find(two.token)).not.toBeNull();
  });

  it('finds nothing for what is no token', async () => {
    const { keyring } = await openTestKeyring();
    for (const text of ['', 'x', 'A'.repeat(43)]) expect(await keyring.sessions.find(text)).toBeNull();
  });

  it('writes nothing when a session is only seen, but once a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const test = await openTestKeyring();
    const { token } = await test.keyring.sessions.create('alice');
    const before = test.readStore();
    for (let request = 0; request < 100; request++) {
      test.clock.now += 10;
      await test.keyring.sessions.find(token);
    }
    vi.advanceTimersByTime(MINUTE_MS - 1);
    expect(test.readStore()).toBe(before);
    vi.advanceTimersByTime(1);
    await expect.poll(() => test.readStore()).toContain(`"lastSeenAt":${test.clock.now}`);
  });
});
