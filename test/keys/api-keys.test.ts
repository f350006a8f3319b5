import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ApiKeys, KeyChanges, KeyRecord } from '../../src/keys/api-keys.js';
import { generateSecret } from '../../src/keys/key-format.js';
import { DAY_MS, failureOf, MINUTE_MS, openTestKeyring, type TestKeyring } from './open-test-keyring.js';

const ALICE = { userId: 'alice', name: 'ci' };

async function makeParentKey(
  { keyring }: TestKeyring,
  terms: { scopes?: string[]; expiresAt?: Date },
): Promise<KeyRecord> {
  return (await keyring.apiKeys.create({ ...ALICE, ...terms })).record;
}

/** The key service for a caller who came with `parentKey`. */
function as({ keyring }: TestKeyring, parentKey: KeyRecord): ApiKeys {
  return keyring.from({ actor: 'alice', parentKey, address: '192.0.2.1', requestId: 'r1' }).apiKeys;
}

describe('K-03', () => {
  it('knows a key by a public id that is no part of the secret', async () => {
    const { keyring } = await openTestKeyring();
    const { record, secret } = await keyring.apiKeys.create(ALICE);
    expect(record.id).toMatch(/^key_[0-9A-Za-z]{16}$/);
    expect(record.start).toBe(secret.slice(0, 8));
    expect(JSON.stringify(record)).not.toContain(secret.slice(8, 20));
  });
});

describe('K-04', () => {
  it('stores the SHA-256 of a key and never the key', async () => {
    const test = await openTestKeyring({ maxKeysPerUser: 200 });
    const created = await Promise.all(Array.from({ length: 200 }, () => test.keyring.apiKeys.create(ALICE)));
    const folder = test.options.cwd;
    const everything = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
      .join('\n');
    for (const { secret } of created) {
      expect(everything).not.toContain(secret);
      expect(everything).not.toContain(secret.slice(8));
      expect(everything).toContain(createHash('sha256').update(secret).digest('hex'));
    }
  });

  it('mixes a pepper in that the store does not hold, and records which', async () => {
    const test = await openTestKeyring({ pepper: 'first pepper' });
    const { secret } = await test.keyring.apiKeys.create(ALICE);
    expect(test.readStore()).not.toContain('first pepper');
    expect(test.readStore()).not.toContain(createHash('sha256').update(secret).digest('hex'));
    expect(test.readStore()).toMatch(/"pepperId":"[0-9a-f]{16}"/);

    expect(await (await test.reopen()).apiKeys.verify(secret)).not.toBeNull();
    const other = await test.reopen({ pepper: 'second pepper' });
    expect(await other.apiKeys.verify(secret)).toBeNull();
    const rotated = await test.reopen({ pepper: 'second pepper, first pepper' });
    expect(await rotated.apiKeys.verify(secret)).not.toBeNull();
    const newer = await rotated.apiKeys.create(ALICE);
    const settled = await test.reopen({ pepper: 'second pepper' });
    expect(await settled.apiKeys.verify(newer.secret)).not.toBeNull();
    expect(await settled.apiKeys.verify(secret)).toBeNull();
    const none = await test.reopen({ pepper: undefined });
    expect(await none.apiKeys.verify(secret)).toBeNull();
  });

  it('tells the operator of keys whose pepper is not given', async () => {
    const warnings: string[] = [];
    const onWarn = (message: string) => warnings.push(message);
    const test = await openTestKeyring({ onWarn });
    await test.keyring.apiKeys.create(ALICE);
    const first = await test.reopen({ pepper: 'first' });
    await first.apiKeys.create(ALICE);
    await test.reopen({ pepper: 'second,first' });
    expect(warnings).toEqual([]);
    await test.reopen({ pepper: 'second' });
    expect(warnings).toEqual([
      'Keys that were created with a pepper that is missing from PROCGEN_KEY_PEPPER cannot be used.',
    ]);
  });

  it('keeps keys good that were made before there was a pepper', async () => {
    const test = await openTestKeyring();
    const { secret } = await test.keyring.apiKeys.create(ALICE);
    const peppered = await test.reopen({ pepper: 'new pepper' });
    expect(await peppered.apiKeys.verify(secret)).toMatchObject({ userId: 'alice' });
  });
});

describe('K-06', () => {
  it('verifies nothing that is malformed, unknown, expired or revoked', async () => {
    const { keyring, clock } = await openTestKeyring();
    const { secret } = await keyring.apiKeys.create(ALICE);
    const revoked = await keyring.apiKeys.create(ALICE);
    await keyring.apiKeys.delete({ userId: 'alice', id: revoked.record.id });
    const expiresAt = new Date(clock.now + 1000);
    const expiring = await keyring.apiKeys.create({ ...ALICE, expiresAt });
    expect(await keyring.apiKeys.verify(secret)).toMatchObject({ userId: 'alice' });
    expect(await keyring.apiKeys.verify(expiring.secret)).not.toBeNull();
    clock.now += 1000;
    for (const bad of ['', 'pgk_', `${secret}x`, generateSecret(), revoked.secret, expiring.secret])
      expect(await keyring.apiKeys.verify(bad)).toBeNull();
  });
});

describe('K-08', () => {
  it.each([
    ['now', 0],
    ['in the past', -1],
    ['a year and a millisecond ahead', 365 * DAY_MS + 1],
    ['no date', Number.NaN],
  ])('refuses an expiry that is %s', async (_, offsetMs) => {
    const { keyring, clock } = await openTestKeyring();
    const error = await failureOf(
      keyring.apiKeys.create({ ...ALICE, expiresAt: new Date(clock.now + offsetMs) }),
    );
    expect(error).toMatchObject({ code: 'BAD_REQUEST', errors: [{ path: ['expiresAt'] }] });
    expect(await keyring.apiKeys.list('alice')).toEqual([]);
  });

  it('takes a whole year, and no expiry at all', async () => {
    const { keyring, clock } = await openTestKeyring();
    const expiresAt = new Date(clock.now + 365 * DAY_MS);
    expect((await keyring.apiKeys.create({ ...ALICE, expiresAt })).record.expiresAt).toEqual(expiresAt);
    expect((await keyring.apiKeys.create(ALICE)).record.expiresAt).toBeNull();
    expect((await keyring.apiKeys.create({ ...ALICE, expiresAt: null })).record.expiresAt).toBeNull();
  });
});

describe('K-09', () => {
  it('lets a key make keys that may do as much as itself, or less', async () => {
    const test = await openTestKeyring();
    const parentKey = await makeParentKey(test, { scopes: ['read', 'write'] });
    for (const scopes of [['read'], ['write', 'read']]) {
      const { record } = await as(test, parentKey).create({ ...ALICE, scopes });
      expect(record.scopes).toEqual(scopes);
    }
  });

  it.each([[['read', 'admin']], [['admin']], [[]], [undefined]])(
    'refuses a key with the scopes %j to a key with fewer',
    async (scopes) => {
      const test = await openTestKeyring();
      const parentKey = await makeParentKey(test, { scopes: ['read', 'write'] });
      const error = await failureOf(as(test, parentKey).create({ ...ALICE, scopes }));
      expect(error).toMatchObject({ code: 'FORBIDDEN' });
      expect(await test.keyring.apiKeys.list('alice')).toHaveLength(1);
    },
  );

  it('refuses a key that outlives its parentKey', async () => {
    const test = await openTestKeyring();
    const end = test.clock.now + DAY_MS;
    const parentKey = await makeParentKey(test, { expiresAt: new Date(end) });
    const create = (expiresAt?: Date) => as(test, parentKey).create({ ...ALICE, expiresAt });
    expect(await failureOf(create())).toMatchObject({ code: 'FORBIDDEN' });
    expect(await failureOf(create(new Date(end + 1)))).toMatchObject({ code: 'FORBIDDEN' });
    expect((await create(new Date(end))).record.expiresAt).toEqual(new Date(end));
  });

  it('lets a key change another one, and give it no more than itself has', async () => {
    const test = await openTestKeyring();
    const end = new Date(test.clock.now + DAY_MS);
    const parentKey = await makeParentKey(test, { scopes: ['read'], expiresAt: end });
    const narrow = await makeParentKey(test, { scopes: ['read'], expiresAt: end });
    const wide = await makeParentKey(test, {});
    const update = (id: string, changes: KeyChanges) =>
      as(test, parentKey).update({ userId: 'alice', id, ...changes });
    for (const { id } of [narrow, wide])
      expect(await update(id, { name: 'new', disabled: true })).toMatchObject({
        name: 'new',
        disabled: true,
      });
    expect(await update(narrow.id, { disabled: false })).toMatchObject({ disabled: false });
    const refused: [string, KeyChanges][] = [
      [wide.id, { disabled: false }],
      [wide.id, { expiresAt: end }],
      [narrow.id, { expiresAt: null }],
      [parentKey.id, { expiresAt: new Date(end.getTime() + 1) }],
    ];
    for (const [id, changes] of refused)
      expect(await failureOf(update(id, changes))).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('makes and changes nothing with a key that was disabled since the request began', async () => {
    const test = await openTestKeyring();
    const parentKey = await makeParentKey(test, {});
    await test.keyring.apiKeys.update({ userId: 'alice', id: parentKey.id, disabled: true });
    const slow = as(test, parentKey);
    expect(await failureOf(slow.create(ALICE))).toMatchObject({ code: 'UNAUTHORIZED' });
    const enable = slow.update({ userId: 'alice', id: parentKey.id, disabled: false });
    expect(await failureOf(enable)).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await test.keyring.apiKeys.list('alice')).toMatchObject([{ disabled: true }]);
  });

  it('refuses scopes that cannot be told apart in a header or a list', async () => {
    const { keyring } = await openTestKeyring();
    const scopes = ['read', '', 'two words', 'quo"te', 'ünicode'];
    expect(await failureOf(keyring.apiKeys.create({ ...ALICE, scopes }))).toMatchObject({
      code: 'BAD_REQUEST',
      errors: ['1', '2', '3', '4'].map((index) => ({ path: ['scopes', index] })),
    });
  });

  it('stores a scope that is named twice once', async () => {
    const { keyring } = await openTestKeyring();
    const { record } = await keyring.apiKeys.create({ ...ALICE, scopes: ['read', 'write', 'read'] });
    expect(record.scopes).toEqual(['read', 'write']);
  });
});

describe('K-11', () => {
  it("lists a user's own keys, the newest first, without secrets", async () => {
    const test = await openTestKeyring();
    const secrets: string[] = [];
    for (const [userId, name] of [
      ['alice', 'one'],
      ['bob', 'two'],
      ['alice', 'three'],
    ] as const) {
      secrets.push((await test.keyring.apiKeys.create({ userId, name })).secret);
      test.clock.now += 1;
    }
    const list = await (await test.reopen()).apiKeys.list('alice');
    expect(list.map(({ name }) => name)).toEqual(['three', 'one']);
    expect(Object.keys(list[0] ?? {}).sort()).toEqual(
      ['createdAt', 'disabled', 'expiresAt', 'id', 'lastUsedAt', 'name', 'scopes', 'start'].sort(),
    );
    for (const secret of secrets) expect(JSON.stringify(list)).not.toContain(secret.slice(8));
  });

  it('deletes for the owner only', async () => {
    const { keyring } = await openTestKeyring();
    const { record, secret } = await keyring.apiKeys.create(ALICE);
    expect(await keyring.apiKeys.delete({ userId: 'bob', id: record.id })).toBeNull();
    expect(await keyring.apiKeys.delete({ userId: 'alice', id: 'key_unknown' })).toBeNull();
    expect(await keyring.apiKeys.verify(secret)).not.toBeNull();
    expect(await keyring.apiKeys.delete({ userId: 'alice', id: record.id })).toMatchObject({ id: record.id });
    expect(await keyring.apiKeys.list('alice')).toEqual([]);
  });
});

describe('K-12', () => {
  it('refuses a key at once when its deletion was acknowledged, also after a restart', async () => {
    const test = await openTestKeyring();
    for (let round = 0; round < 50; round++) {
      const { record, secret } = await test.keyring.apiKeys.create(ALICE);
      expect(await test.keyring.apiKeys.verify(secret)).not.toBeNull();
      await test.keyring.apiKeys.delete({ userId: 'alice', id: record.id });
      expect(await test.keyring.apiKeys.verify(secret)).toBeNull();
    }
    const { record, secret } = await test.keyring.apiKeys.create(ALICE);
    await test.keyring.apiKeys.verify(secret);
    await test.keyring.apiKeys.delete({ userId: 'alice', id: record.id });
    expect(await (await test.reopen()).apiKeys.verify(secret)).toBeNull();
  });
});

describe('K-13', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('writes the time of use behind, once a minute, and shows it at once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const test = await openTestKeyring();
    const { apiKeys } = test.keyring;
    const { secret } = await apiKeys.create(ALICE);
    const before = test.readStore();
    for (let use = 0; use < 100; use++) {
      test.clock.now += 100;
      await apiKeys.verify(secret);
    }
    expect((await apiKeys.list('alice'))[0]?.lastUsedAt).toEqual(new Date(test.clock.now));
    vi.advanceTimersByTime(MINUTE_MS - 1);
    expect(test.readStore()).toBe(before);
    vi.advanceTimersByTime(1);
    await expect.poll(() => test.readStore()).toContain(`"lastUsedAt":${test.clock.now}`);

    // The next minute begins with the next use.
    const after = test.readStore();
    test.clock.now += 1;
    await apiKeys.verify(secret);
    vi.advanceTimersByTime(MINUTE_MS - 1);
    expect(test.readStore()).toBe(after);
  });

  it('has the last use after a stop', async () => {
    const test = await openTestKeyring();
    const { secret } = await test.keyring.apiKeys.create(ALICE);
    await test.keyring.apiKeys.verify(secret);
    const [record] = await (await test.reopen()).apiKeys.list('alice');
    expect(record?.lastUsedAt).toEqual(new Date(test.clock.now));
  });
});

describe('K-14', () => {
  it('refuses one key too many, and takes another after one was deleted', async () => {
    const { keyring } = await openTestKeyring({ maxKeysPerUser: 2 });
    const { record } = await keyring.apiKeys.create(ALICE);
    await keyring.apiKeys.create(ALICE);
    expect(await failureOf(keyring.apiKeys.create(ALICE))).toMatchObject({ code: 'CONFLICT' });
    await keyring.apiKeys.create({ ...ALICE, userId: 'bob' });
    await keyring.apiKeys.delete({ userId: 'alice', id: record.id });
    await keyring.apiKeys.create(ALICE);
  });

  it('lets a user have 100 keys when nothing else is said', async () => {
    const { keyring } = await openTestKeyring();
    const creates = Array.from({ length: 101 }, () => keyring.apiKeys.create(ALICE));
    const refused = (await Promise.allSettled(creates)).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(await keyring.apiKeys.list('alice')).toHaveLength(100);
  });

  it.each([
    ['', false],
    ['x', true],
    ['x'.repeat(100), true],
    ['x'.repeat(101), false],
    ['🎉'.repeat(100), true],
    ['new\nline', false],
    ['\0', false],
    ['\u0085', false],
    ['half a pair \ud83c', false],
    ['\udf89 half a pair', false],
  ])(
    'takes names of 1 to 100 characters, none of them a control character or half a pair: %j',
    async (name, isTaken) => {
      const { keyring } = await openTestKeyring();
      const create = keyring.apiKeys.create({ ...ALICE, name });
      if (isTaken) expect((await create).record.name).toBe(name);
      else
        expect(await failureOf(create)).toMatchObject({ code: 'BAD_REQUEST', errors: [{ path: ['name'] }] });
    },
  );

  it('reports all errors at once', async () => {
    const { keyring } = await openTestKeyring();
    const request = { userId: 'alice', name: '', scopes: [' '], expiresAt: new Date(0) };
    expect(await failureOf(keyring.apiKeys.create(request))).toMatchObject({
      errors: [{ path: ['name'] }, { path: ['scopes', '0'] }, { path: ['expiresAt'] }],
    });
  });
});

describe('S-03', () => {
  it('answers SERVICE_UNAVAILABLE when the store cannot be written, and goes on when it can', async () => {
    const { keyring, options } = await openTestKeyring();
    const { secret } = await keyring.apiKeys.create(ALICE);
    rmSync(join(options.cwd, 'store.json.owner'), { recursive: true });
    const error = await failureOf(keyring.apiKeys.create(ALICE));
    expect(error).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      status: 503,
      headers: { 'Retry-After': '1' },
    });
    expect(await keyring.isReady()).toBe(false);
    expect(await keyring.apiKeys.verify(secret)).not.toBeNull();
  });
});
