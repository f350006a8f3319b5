import { describe, expect, it } from 'vitest';
import { failureOf, MINUTE_MS, openTestKeyring } from './open-test-keyring.js';

describe('K-16', () => {
  it('starts without a user, and has one as soon as one is named', async () => {
    const test = await openTestKeyring();
    expect(await test.keyring.isFresh()).toBe(true);
    expect(await (await test.reopen()).isFresh()).toBe(true);
    await test.keyring.apiKeys.create({ userId: 'local', name: 'ci' });
    expect(await test.keyring.isFresh()).toBe(false);
    expect(await (await test.reopen()).isFresh()).toBe(false);
  });

  it('makes a user once and gives the same one from then on', async () => {
    const test = await openTestKeyring();
    const made = await test.keyring.users.ensure('alice');
    const user = { id: 'alice', createdAt: new Date(test.clock.now) };
    expect(made).toEqual({ user, isNew: true });
    test.clock.now += 1;
    expect(await test.keyring.users.ensure('alice')).toEqual({ user, isNew: false });
    expect(await (await test.reopen()).users.list({ limit: 1_000 })).toEqual([user]);
  });

  it.each(['', 'x'.repeat(201), 'new\nline', '\u001b[31m', '\0', 'half a pair \ud83c'])(
    'refuses the user id %j',
    async (id) => {
      const { keyring } = await openTestKeyring();
      for (const work of [
        keyring.users.ensure(id),
        keyring.users.createSignInToken(id),
        keyring.apiKeys.create({ userId: id, name: 'ci' }),
      ])
        expect(await failureOf(work)).toMatchObject({ code: 'BAD_REQUEST', errors: [{ path: ['userId'] }] });
      expect(await keyring.isFresh()).toBe(true);
    },
  );

  it('signs in with a token of 256 bits that stands hashed in the store, also after a restart', async () => {
    const test = await openTestKeyring();
    const { token, expiresAt } = await test.keyring.users.createSignInToken('alice');
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(expiresAt.getTime() - test.clock.now).toBe(30 * MINUTE_MS);
    expect(test.readStore()).not.toContain(token);
    expect((await test.keyring.users.list({ limit: 1_000 })).map(({ id }) => id)).toEqual(['alice']);
    expect(await (await test.reopen()).users.redeemSignInToken(token)).toBe('alice');
  });

  it('lets one of two parallel uses win, and none after', async () => {
    const test = await openTestKeyring();
    const { token } = await test.keyring.users.createSignInToken('alice');
    const uses = [1, 2].map(() => test.keyring.users.redeemSignInToken(token));
    expect((await Promise.all(uses)).sort()).toEqual(['alice', null]);
    expect(await (await test.reopen()).users.redeemSignInToken(token)).toBeNull();
  });

  it('refuses a token after 30 minutes, and what is no token', async () => {
    const { keyring, clock } = await openTestKeyring();
    const first = await keyring.users.createSignInToken('alice');
    const second = await keyring.users.createSignInToken('alice');
    clock.now += 30 * MINUTE_MS - 1;
    expect(await keyring.users.redeemSignInToken(first.token)).toBe('alice');
    clock.now += 1;
    expect(await keyring.users.redeemSignInToken(second.token)).toBeNull();
    for (const text of ['', 'x', 'A'.repeat(43)])
      expect(await keyring.users.redeemSignInToken(text)).toBeNull();
  });
});
