import { describe, expect, it } from 'vitest';
import { DAY_MS, openTestKeyring } from './open-test-keyring.js';

const CALL = { isRefused: false, address: '192.0.2.1', operation: 'items.list', status: 200 };

describe('A report of a key', () => {
  it('has the last 30 days in UTC, the last call and the lines of the audit log', async () => {
    const test = await openTestKeyring();
    const { record } = await test.keyring.apiKeys.create({ userId: 'alice', name: 'ci' });
    const { id } = record;
    test.keyring.countCall(id, CALL);
    test.clock.now += 29 * DAY_MS;
    test.keyring.noteUse(id);
    test.keyring.countCall(id, { ...CALL, isRefused: true, status: 403 });
    const report = await test.keyring.keyReports.find({ id, userId: 'alice' });
    expect(report).toMatchObject({ userId: 'alice', record: { id, lastUsedAt: new Date(test.clock.now) } });
    expect(report?.days).toHaveLength(30);
    expect(report?.days[0]).toEqual({ date: '2026-01-01', calls: 1, refusals: 0 });
    expect(report?.days.at(-1)).toEqual({ date: '2026-01-30', calls: 0, refusals: 1 });
    expect(report?.days[1]).toEqual({ date: '2026-01-02', calls: 0, refusals: 0 });
    expect(report?.lastCall).toEqual({
      at: new Date(test.clock.now),
      address: '192.0.2.1',
      operation: 'items.list',
      status: 403,
    });
    expect(report?.audit.map(({ event }) => event)).toEqual(['key.created']);
    expect(JSON.stringify(report)).not.toContain('hash');
  });

  it('adds what is counted to what was counted before a restart', async () => {
    const test = await openTestKeyring();
    const { record } = await test.keyring.apiKeys.create({ userId: 'alice', name: 'ci' });
    for (let round = 0; round < 3; round++) {
      test.keyring.countCall(record.id, CALL);
      await test.reopen();
    }
    test.keyring.countCall(record.id, CALL);
    const report = await test.keyring.keyReports.find({ id: record.id });
    expect(report?.days.at(-1)).toEqual({ date: '2026-01-01', calls: 4, refusals: 0 });
    test.clock.now += 30 * DAY_MS;
    const later = await test.keyring.keyReports.find({ id: record.id });
    expect(later?.days.every(({ calls }) => calls === 0)).toBe(true);
    expect(later?.lastCall).toMatchObject({ status: 200 });
  });

  it('K-11 is for the owner of the key only', async () => {
    const { keyring } = await openTestKeyring();
    const { record } = await keyring.apiKeys.create({ userId: 'alice', name: 'ci' });
    expect(await keyring.keyReports.find({ id: record.id, userId: 'bob' })).toBeNull();
    expect(await keyring.keyReports.find({ id: 'key_unknown', userId: 'alice' })).toBeNull();
  });

  it('tells of a key that was rotated and of what was made with it', async () => {
    const { keyring } = await openTestKeyring();
    const { record } = await keyring.apiKeys.create({ userId: 'alice', name: 'ci' });
    const origin = { actor: 'alice', parentKey: record, address: '192.0.2.1', requestId: null };
    await keyring.from(origin).apiKeys.create({ userId: 'alice', name: 'child' });
    await keyring.apiKeys.rotate({ userId: 'alice', id: record.id });
    const report = await keyring.keyReports.find({ id: record.id });
    expect(report?.audit.map(({ event }) => event)).toEqual(['key.rotated', 'key.created', 'key.created']);
  });
});
