import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openKeyring } from '../../src/keys/open-keyring.js';
import { openKeyringOrOwner } from '../../src/keys/open-keyring-or-owner.js';
import { spawnStoreHolder } from '../stores/store-holder.js';
import { failureOf, openTestKeyring } from './open-test-keyring.js';

async function openAccess(options: Parameters<typeof openKeyringOrOwner>[0]) {
  const access = await openKeyringOrOwner(options);
  onTestFinished(() => access.close());
  return access;
}

describe('A process that comes for one errand', () => {
  it('opens a store that nobody has, and lets it go', async () => {
    const test = await openTestKeyring();
    await test.keyring.close();
    const access = await openAccess(test.options);
    const { secret } = await access.apiKeys.create({ userId: 'local', name: 'ci' });
    await access.close();
    expect(await (await test.reopen()).apiKeys.verify(secret)).toMatchObject({ userId: 'local' });
  });

  it('goes through the process that has the store open: every operation, dates included', async () => {
    const { keyring, options, clock } = await openTestKeyring();
    const access = await openAccess(options);
    const expiresAt = new Date(clock.now + 1000);
    const request = { userId: 'local', name: 'ci', scopes: ['read'], expiresAt };
    const { record, secret } = await access.apiKeys.create(request);
    expect(record).toMatchObject({ scopes: ['read'], expiresAt, createdAt: new Date(clock.now) });
    // What it made works in the owner at once.
    expect(await keyring.apiKeys.verify(secret)).toMatchObject({ userId: 'local' });
    expect(await access.apiKeys.verify(secret)).toMatchObject({ record: { id: record.id } });
    expect(await access.apiKeys.list('local')).toEqual(await keyring.apiKeys.list('local'));
    expect(await access.users.ensure('bob')).toEqual({
      user: { id: 'bob', createdAt: new Date(clock.now) },
      isNew: true,
    });
    expect(await access.users.list({ limit: 1_000 })).toEqual(await keyring.users.list({ limit: 1_000 }));
    const { token } = await access.users.createSignInToken('bob');
    expect(await access.users.redeemSignInToken(token)).toBe('bob');
    expect(await access.users.redeemSignInToken(token)).toBeNull();
    expect(await access.apiKeys.delete({ userId: 'local', id: record.id })).toMatchObject({ id: record.id });
    expect(await keyring.apiKeys.verify(secret)).toBeNull();
  });

  it("gets the owner's refusals as they are", async () => {
    const { options } = await openTestKeyring();
    const access = await openAccess(options);
    expect(await failureOf(access.apiKeys.create({ userId: 'local', name: '' }))).toMatchObject({
      code: 'BAD_REQUEST',
      errors: [
        { path: ['name'], message: 'A name has 1 to 100 characters, none of them a control character.' },
      ],
    });
  });

  it('goes on with the store itself when the owner closes it', async () => {
    const { keyring, options } = await openTestKeyring();
    const access = await openAccess(options);
    await access.users.ensure('before');
    await keyring.close();
    const users = await Promise.all(['a', 'b', 'c'].map((id) => access.users.ensure(id)));
    expect(users.map(({ user }) => user.id)).toEqual(['a', 'b', 'c']);
    const ids = (await access.users.list({ limit: 1_000 })).map(({ id }) => id);
    expect(ids.sort()).toEqual(['a', 'b', 'before', 'c']);
    await access.close();
    await (await openKeyring(options)).close();
  });

  it('shares the store with many of its kind, and loses nothing', async () => {
    const { keyring, options } = await openTestKeyring();
    await keyring.close();
    const errands = Array.from({ length: 12 }, async (_, index) => {
      const access = await openKeyringOrOwner(options);
      await access.apiKeys.create({ userId: 'local', name: `errand ${index}` });
      await access.close();
    });
    await Promise.all(errands);
    const access = await openAccess(options);
    expect(await access.apiKeys.list('local')).toHaveLength(12);
  });

  it('works while a server in another process has the store open, and after that was killed', async () => {
    const { keyring, options } = await openTestKeyring();
    await keyring.close();
    const server = spawnStoreHolder(join(options.cwd, 'store.json'));
    expect(await server.next()).toMatchObject({ event: 'open' });
    const access = await openAccess(options);
    await access.apiKeys.create({ userId: 'local', name: 'through the server' });
    server.tell('made by the server');
    await server.next();
    await server.kill();
    const listNames = async () => (await access.apiKeys.list('local')).map(({ name }) => name);
    // Until the end of the line is noticed, an unanswered call has an unknown outcome.
    await expect
      .poll(() => listNames().catch(() => []))
      .toEqual(['made by the server', 'through the server']);
  });

  it('cannot make the owner do anything else', async () => {
    const { options } = await openTestKeyring();
    const { connectStoreOwner } = await import('../../src/stores/open-store.js');
    const owner = await connectStoreOwner(options.store, options);
    for (const name of ['close', 'apiKeys.constructor', 'sessions.create', '__proto__', 'apiKeys'])
      expect(await failureOf(owner?.call(name, []) ?? Promise.resolve())).toMatchObject({
        code: 'NOT_FOUND',
      });
    owner?.close();
  });
});
