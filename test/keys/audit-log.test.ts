import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChangeOrigin } from '../../src/keys/change-origin.js';
import { generateSecret } from '../../src/keys/key-format.js';
import { DAY_MS, MINUTE_MS, openTestKeyring, type TestKeyring } from './open-test-keyring.js';

const VISITOR: ChangeOrigin = { actor: null, address: '192.0.2.7', requestId: 'r7' };
const ALICE: ChangeOrigin = { actor: 'alice', address: '192.0.2.1', requestId: 'r1' };
const FROM_ALICE = { actor: 'alice', address: '192.0.2.1', requestId: 'r1' };
const FROM_TERMINAL = { actor: 'cli', address: null, requestId: null };

function pathOf({ options }: TestKeyring): string {
  return join(options.cwd, 'store.json.audit.jsonl');
}

function readEntries(test: TestKeyring): Record<string, unknown>[] {
  const lines = readFileSync(pathOf(test), 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

afterEach(() => {
  vi.useRealTimers();
});

describe('K-15', () => {
  it('notes who made, rotated and deleted a key, when, from where and in which request', async () => {
    const test = await openTestKeyring();
    const { apiKeys } = test.keyring.from(ALICE);
    const { record } = await apiKeys.create({ userId: 'alice', name: 'ci', scopes: ['read'] });
    const rotated = await apiKeys.rotate({ userId: 'alice', id: record.id, overlapMs: MINUTE_MS });
    const key = rotated?.record.id;
    await apiKeys.delete({ userId: 'alice', id: key ?? '' });
    await apiKeys.delete({ userId: 'bob', id: record.id });
    const time = new Date(test.clock.now).toISOString();
    const common = { time, ...FROM_ALICE, user: 'alice' };
    const terms = { scopes: ['read'], expiresAt: null };
    expect(readEntries(test)).toEqual([
      { ...common, event: 'user.created', key: null },
      { ...common, event: 'key.created', key: record.id, ...terms },
      {
        ...common,
        event: 'key.rotated',
        key,
        ...terms,
        replaces: record.id,
        replacedWorksUntil: new Date(test.clock.now + MINUTE_MS).toISOString(),
      },
      { ...common, event: 'key.deleted', key },
    ]);
    expect(statSync(pathOf(test)).mode & 0o777).toBe(0o600);
  });

  it('names the key that a change was made with', async () => {
    const test = await openTestKeyring();
    const { record: parentKey } = await test.keyring.apiKeys.create({ userId: 'alice', name: 'parentKey' });
    await test.keyring.from({ ...ALICE, parentKey }).apiKeys.create({ userId: 'alice', name: 'made' });
    expect(readEntries(test).at(-1)).toMatchObject({ event: 'key.created', actorKey: parentKey.id });
  });

  it('notes sign-in links and their use, signing in and out', async () => {
    const test = await openTestKeyring();
    const { token } = await test.keyring.users.createSignInToken('alice');
    const visit = test.keyring.from(VISITOR);
    await visit.users.redeemSignInToken(token);
    const session = await visit.sessions.create('alice');
    await visit.sessions.end(session.token);
    await visit.sessions.end(session.token);
    const common = { time: new Date(test.clock.now).toISOString(), key: null, user: 'alice' };
    const fromAlice = { actor: 'alice', address: '192.0.2.7', requestId: 'r7' };
    expect(readEntries(test)).toEqual([
      { ...common, ...FROM_TERMINAL, event: 'user.created' },
      { ...common, ...FROM_TERMINAL, event: 'sign-in-link.created' },
      { ...common, ...fromAlice, event: 'sign-in-link.used' },
      { ...common, ...fromAlice, event: 'user.signed-in', method: 'link' },
      { ...common, ...fromAlice, event: 'user.signed-out' },
    ]);
  });

  it('notes nothing that changed nothing', async () => {
    const test = await openTestKeyring({ maxKeysPerUser: 1 });
    const { apiKeys, users } = test.keyring;
    const { record } = await apiKeys.create({ userId: 'alice', name: 'ci' });
    const before = readEntries(test);
    await users.ensure('alice');
    await apiKeys.list('alice');
    await apiKeys.create({ userId: 'alice', name: 'one too many' }).catch(() => {});
    await apiKeys.create({ userId: 'alice', name: '' }).catch(() => {});
    await apiKeys.rotate({ userId: 'alice', id: record.id }).catch(() => {});
    await apiKeys.rotate({ userId: 'bob', id: record.id });
    await apiKeys.delete({ userId: 'bob', id: record.id });
    expect(readEntries(test)).toEqual(before);
  });

  it('has one line an address and minute for what is refused, with a count', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const test = await openTestKeyring();
    const refuse = (address: string, requestId: string) =>
      test.keyring.from({ actor: null, address, requestId }).noteRefusal('key.refused');
    const seen = () =>
      readEntries(test).map(({ event, address, count, requestId }) => [event, address, count, requestId]);

    for (let request = 1; request <= 1000; request++) refuse('192.0.2.1', `r${request}`);
    refuse('192.0.2.2', 's1');
    await test.keyring.from({ ...VISITOR, address: '192.0.2.1' }).users.redeemSignInToken('nonsense');
    const first = [
      ['key.refused', '192.0.2.1', 1, 'r1'],
      ['key.refused', '192.0.2.2', 1, 's1'],
      ['sign-in.refused', '192.0.2.1', 1, 'r7'],
    ];
    await expect.poll(seen).toEqual(first);

    vi.advanceTimersByTime(MINUTE_MS);
    const second = [...first, ['key.refused', '192.0.2.1', 999, 'r1000']];
    await expect.poll(seen).toEqual(second);

    refuse('192.0.2.1', 'late');
    vi.advanceTimersByTime(MINUTE_MS);
    await expect.poll(seen).toEqual([...second, ['key.refused', '192.0.2.1', 1, 'late']]);

    // What is counted and not written yet is written at the end.
    refuse('192.0.2.1', 'last');
    await test.keyring.close();
    expect(seen().at(-1)).toEqual(['key.refused', '192.0.2.1', 1, 'last']);
  });

  it('has one line for all addresses of an IPv6 network, with the last one', async () => {
    const test = await openTestKeyring();
    for (let address = 1; address <= 1000; address++)
      test.keyring.from({ ...VISITOR, address: `2001:db8::${address}` }).noteRefusal('key.refused');
    await test.keyring.close();
    expect(readEntries(test).map(({ address, count }) => [address, count])).toEqual([
      ['2001:db8::1', 1],
      ['2001:db8::1000', 999],
    ]);
  });

  it('gives a hundred addresses lines of their own in a minute, and one to all others', async () => {
    const test = await openTestKeyring();
    for (let address = 0; address < 5000; address++)
      test.keyring.from({ ...VISITOR, address: `2001:db8:0:${address}::1` }).noteRefusal('key.refused');
    await test.keyring.close();
    const entries = readEntries(test);
    expect(entries).toHaveLength(102);
    const counts = entries.map(({ count }) => Number(count));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5000);
    expect(entries.at(-1)).toMatchObject({ address: null, requestId: null, count: 4899 });
  });

  it('never has a key in it, also where a caller put one into a wrong place', async () => {
    const test = await openTestKeyring();
    const mistaken = generateSecret();
    const origin = { actor: 'alice', address: '192.0.2.1', requestId: mistaken };
    const { apiKeys } = test.keyring.from(origin);
    const { record, secret } = await apiKeys.create({ userId: mistaken, name: mistaken });
    const rotated = await apiKeys.rotate({ userId: mistaken, id: record.id, overlapMs: DAY_MS });
    const text = readFileSync(pathOf(test), 'utf8');
    for (const key of [mistaken, secret, rotated?.secret ?? '']) expect(text).not.toContain(key.slice(4, 20));
    expect(text).toContain('pgk_[redacted]');
  });

  it('makes changes while their lines cannot be written, and writes the lines later', async () => {
    const warnings: string[] = [];
    const test = await openTestKeyring({ onWarn: (message) => warnings.push(message) });
    await test.keyring.users.ensure('alice');
    rmSync(pathOf(test));
    mkdirSync(pathOf(test));
    const { record, secret } = await test.keyring.apiKeys.create({ userId: 'alice', name: 'ci' });
    expect(await test.keyring.apiKeys.verify(secret)).not.toBeNull();
    expect(warnings).toEqual([expect.stringMatching(/^Audit entries are kept in the store .*EISDIR/)]);
    rmdirSync(pathOf(test));
    await test.reopen();
    expect(readEntries(test)).toMatchObject([{ event: 'key.created', key: record.id }]);
  });

  it('warns once a minute of refusals that cannot be written', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const warnings: string[] = [];
    const test = await openTestKeyring({ onWarn: (message) => warnings.push(message) });
    mkdirSync(pathOf(test));
    const refuse = (address: string) => test.keyring.from({ ...VISITOR, address }).noteRefusal('key.refused');
    const lost = () => warnings.filter((warning) => warning.startsWith('Audit log entries were lost'));
    refuse('192.0.2.1');
    await expect.poll(lost).toEqual([expect.stringMatching(/lost \(1 since the start\): .*EISDIR/)]);
    refuse('192.0.2.2');
    // What is written after a refusal is written once the refusal was tried.
    await test.keyring.users.ensure('alice');
    expect(lost()).toHaveLength(1);
    vi.advanceTimersByTime(MINUTE_MS);
    refuse('192.0.2.3');
    await expect.poll(lost).toHaveLength(2);
    expect(lost()[1]).toMatch(/^Audit log entries were lost \(3 since the start\)/);
  });
});
