import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RotateKeyRequest } from '../../src/keys/api-keys.js';
import { DAY_MS, failureOf, openTestKeyring, type TestKeyring } from './open-test-keyring.js';

const HOUR_MS = 3_600_000;

async function rotate({ keyring }: TestKeyring, request: Partial<RotateKeyRequest> & { id: string }) {
  const rotated = await keyring.apiKeys.rotate({ userId: 'alice', ...request });
  if (rotated === null) throw new Error('There is no such key.');
  return rotated;
}

describe('A rotated key', () => {
  it('has the name, scopes and length of life of the old one, which works for another day', async () => {
    const test = await openTestKeyring();
    const terms = { userId: 'alice', name: 'ci', scopes: ['read'] };
    const old = await test.keyring.apiKeys.create({
      ...terms,
      expiresAt: new Date(test.clock.now + 90 * DAY_MS),
    });
    test.clock.now += 80 * DAY_MS;
    const { record, secret, previous } = await rotate(test, { id: old.record.id });
    expect(record).toMatchObject({
      name: 'ci',
      scopes: ['read'],
      createdAt: new Date(test.clock.now),
      lastUsedAt: null,
      expiresAt: new Date(test.clock.now + 90 * DAY_MS),
    });
    expect(record.id).not.toBe(old.record.id);
    expect(previous).toEqual({ ...old.record, expiresAt: new Date(test.clock.now + DAY_MS) });
    const keyring = await test.reopen();
    expect(await keyring.apiKeys.list('alice')).toEqual([record, previous]);
    test.clock.now += DAY_MS - 1;
    expect(await keyring.apiKeys.verify(old.secret)).not.toBeNull();
    test.clock.now += 1;
    expect(await keyring.apiKeys.verify(old.secret)).toBeNull();
    expect(await keyring.apiKeys.verify(secret)).toMatchObject({ userId: 'alice' });
  });

  it('lives for ever when the old one did, and as long as it is given', async () => {
    const test = await openTestKeyring();
    const old = await test.keyring.apiKeys.create({ userId: 'alice', name: 'ci' });
    const { record } = await rotate(test, { id: old.record.id });
    expect(record.expiresAt).toBeNull();
    const expiresAt = new Date(test.clock.now + HOUR_MS);
    expect((await rotate(test, { id: record.id, expiresAt })).record.expiresAt).toEqual(expiresAt);
  });

  it('takes the place of the old one at once when there is no overlap', async () => {
    const test = await openTestKeyring({ maxKeysPerUser: 1 });
    const old = await test.keyring.apiKeys.create({ userId: 'alice', name: 'ci' });
    const { record, previous } = await rotate(test, { id: old.record.id, overlapMs: 0 });
    expect(previous.expiresAt).toEqual(new Date(test.clock.now));
    // No clock that is set back brings it to life again.
    test.clock.now -= HOUR_MS;
    expect(await test.keyring.apiKeys.verify(old.secret)).toBeNull();
    expect(await test.keyring.apiKeys.list('alice')).toEqual([record]);
  });

  it('never lengthens the life of the old one', async () => {
    const test = await openTestKeyring();
    const expiresAt = new Date(test.clock.now + HOUR_MS);
    const old = await test.keyring.apiKeys.create({ userId: 'alice', name: 'ci', expiresAt });
    expect((await rotate(test, { id: old.record.id })).previous.expiresAt).toEqual(expiresAt);
    test.clock.now += HOUR_MS;
    expect((await rotate(test, { id: old.record.id })).previous.expiresAt).toEqual(expiresAt);
    expect(await test.keyring.apiKeys.verify(old.secret)).toBeNull();
  });

  it.each([
    [{ overlapMs: -1 }, 'overlapMs'],
    [{ overlapMs: 0.5 }, 'overlapMs'],
    [{ overlapMs: Number.NaN }, 'overlapMs'],
    [{ overlapMs: 30 * DAY_MS + 1 }, 'overlapMs'],
    [{ expiresAt: new Date(0) }, 'expiresAt'],
    [{ expiresAt: new Date(Number.NaN) }, 'expiresAt'],
  ])('is refused with %j, and nothing changes', async (terms, field) => {
    const test = await openTestKeyring();
    const old = await test.keyring.apiKeys.create({ userId: 'alice', name: 'ci' });
    const error = await failureOf(rotate(test, { id: old.record.id, ...terms }));
    expect(error).toMatchObject({ code: 'BAD_REQUEST', errors: [{ path: [field] }] });
    expect(await test.keyring.apiKeys.list('alice')).toEqual([old.record]);
  });
});

describe('K-09', () => {
  it('a key rotates no key that may do more than itself', async () => {
    const test = await openTestKeyring();
    const full = await test.keyring.apiKeys.create({ userId: 'alice', name: 'full' });
    const { record: parentKey } = await test.keyring.apiKeys.create({
      userId: 'alice',
      name: 'narrow',
      scopes: ['write'],
    });
    const { apiKeys } = test.keyring.from({ actor: 'alice', parentKey, address: null, requestId: null });
    const error = await failureOf(apiKeys.rotate({ userId: 'alice', id: full.record.id }));
    expect(error).toMatchObject({ code: 'FORBIDDEN' });
    expect(await test.keyring.apiKeys.verify(full.secret)).not.toBeNull();
    expect((await apiKeys.rotate({ userId: 'alice', id: parentKey.id }))?.record.scopes).toEqual(['write']);
  });

  it('a key rotates itself into one that lives no longer', async () => {
    const test = await openTestKeyring();
    const end = new Date(test.clock.now + DAY_MS);
    const { record: parentKey } = await test.keyring.apiKeys.create({
      userId: 'alice',
      name: 'ci',
      expiresAt: end,
    });
    const { apiKeys } = test.keyring.from({ actor: 'alice', parentKey, address: null, requestId: null });
    test.clock.now += HOUR_MS;
    expect((await apiKeys.rotate({ userId: 'alice', id: parentKey.id }))?.record.expiresAt).toEqual(end);
    for (const expiresAt of [null, new Date(end.getTime() + 1)])
      expect(await failureOf(apiKeys.rotate({ userId: 'alice', id: parentKey.id, expiresAt }))).toMatchObject(
        {
          code: 'FORBIDDEN',
        },
      );
  });
});

describe('K-12', () => {
  it('a key that has been deleted meanwhile makes and rotates nothing', async () => {
    const test = await openTestKeyring();
    const { record: other } = await test.keyring.apiKeys.create({ userId: 'alice', name: 'other' });
    const { record: parentKey } = await test.keyring.apiKeys.create({ userId: 'alice', name: 'leaked' });
    const { apiKeys } = test.keyring.from({ actor: 'alice', parentKey, address: null, requestId: null });
    await test.keyring.apiKeys.delete({ userId: 'alice', id: parentKey.id });
    for (const work of [
      apiKeys.create({ userId: 'alice', name: 'backdoor' }),
      apiKeys.rotate({ userId: 'alice', id: other.id }),
    ])
      expect(await failureOf(work)).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await test.keyring.apiKeys.list('alice')).toEqual([other]);
  });

  it('a key can take its own place', async () => {
    const test = await openTestKeyring();
    const { record: parentKey } = await test.keyring.apiKeys.create({ userId: 'alice', name: 'ci' });
    const { apiKeys } = test.keyring.from({ actor: 'alice', parentKey, address: null, requestId: null });
    const rotated = await apiKeys.rotate({ userId: 'alice', id: parentKey.id, overlapMs: 0 });
    expect(await test.keyring.apiKeys.list('alice')).toEqual([rotated?.record]);
  });
});

describe('S-03', () => {
  it('a rotation that cannot be written changes nothing', async () => {
    const test = await openTestKeyring();
    const old = await test.keyring.apiKeys.create({ userId: 'alice', name: 'ci' });
    rmSync(join(test.options.cwd, 'store.json.owner'), { recursive: true });
    const error = await failureOf(rotate(test, { id: old.record.id, overlapMs: 0 }));
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await test.keyring.apiKeys.list('alice')).toEqual([old.record]);
    expect(await test.keyring.apiKeys.verify(old.secret)).not.toBeNull();
  });
});

describe('K-11', () => {
  it('rotates for the owner only', async () => {
    const { keyring } = await openTestKeyring();
    const { record, secret } = await keyring.apiKeys.create({ userId: 'alice', name: 'ci' });
    expect(await keyring.apiKeys.rotate({ userId: 'bob', id: record.id })).toBeNull();
    expect(await keyring.apiKeys.rotate({ userId: 'alice', id: 'key_unknown' })).toBeNull();
    expect(await keyring.apiKeys.list('bob')).toEqual([]);
    expect(await keyring.apiKeys.verify(secret)).not.toBeNull();
  });
});

describe('K-14', () => {
  it('a rotation with an overlap needs room for two', async () => {
    const test = await openTestKeyring({ maxKeysPerUser: 1 });
    const { record } = await test.keyring.apiKeys.create({ userId: 'alice', name: 'ci' });
    expect(await failureOf(rotate(test, { id: record.id }))).toMatchObject({ code: 'CONFLICT' });
    expect(await test.keyring.apiKeys.list('alice')).toEqual([record]);
  });

  it('the replaced key counts until it is deleted, also once it has expired', async () => {
    const test = await openTestKeyring({ maxKeysPerUser: 2 });
    const old = await test.keyring.apiKeys.create({ userId: 'alice', name: 'ci' });
    const { record } = await rotate(test, { id: old.record.id });
    test.clock.now += 2 * DAY_MS;
    expect(await failureOf(rotate(test, { id: record.id }))).toMatchObject({ code: 'CONFLICT' });
    await test.keyring.apiKeys.delete({ userId: 'alice', id: old.record.id });
    expect(await rotate(test, { id: record.id })).toBeDefined();
  });
});
