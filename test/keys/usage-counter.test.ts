import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createUsageCounter, type KeyCall, type UsageCounter } from '../../src/keys/create-usage-counter.js';
import { StoreError } from '../../src/stores/store-error.js';
import type { StoredUsage } from '../../src/stores/usage-store.js';
import { DAY_MS, MINUTE_MS } from './open-test-keyring.js';

const START = Date.parse('2026-03-10T12:00:00Z');
const DAY = Math.floor(START / DAY_MS);
const LET_IN: KeyCall = { isRefused: false, address: '192.0.2.1', operation: 'items.list', status: 200 };
const REFUSED: KeyCall = { ...LET_IN, isRefused: true, status: 403 };

let added: (readonly StoredUsage[])[];
let times: ReadonlyMap<string, number>[];
let failures: unknown[];
/** What the next write of counts throws. */
let failNext: Error | null;
let usage: UsageCounter;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [added, times, failures, failNext] = [[], [], [], null];
  usage = createUsageCounter({
    recordUses: async (uses) => void times.push(uses),
    add: async (usages) => {
      const error = failNext;
      failNext = null;
      if (error) throw error;
      added.push(usages);
    },
    onFailure: (error) => failures.push(error),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('K-13 The use of keys', () => {
  it('is counted in memory and written together once a minute', async () => {
    for (const id of ['key_a', 'key_a', 'key_b']) {
      usage.noteUse(id, START);
      usage.count(id, START, LET_IN);
    }
    await vi.advanceTimersByTimeAsync(MINUTE_MS - 1);
    expect(added).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    const last = { at: START, address: '192.0.2.1', operation: 'items.list', status: 200 };
    expect(added).toEqual([
      [
        { id: 'key_a', days: [{ day: DAY, calls: 2, refusals: 0 }], last },
        { id: 'key_b', days: [{ day: DAY, calls: 1, refusals: 0 }], last },
      ],
    ]);
    expect(times).toEqual([new Map(Object.entries({ key_a: START, key_b: START }))]);
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect(added).toHaveLength(1);
  });

  it('belongs to the day of the call in UTC, also where midnight comes before the write', async () => {
    const midnight = (DAY + 1) * DAY_MS;
    usage.count('key_a', midnight - 1, LET_IN);
    usage.count('key_a', midnight, REFUSED);
    // A clock that is set back.
    usage.count('key_a', midnight - 1, LET_IN);
    expect(usage.read('key_a')?.days).toEqual([
      { day: DAY, calls: 2, refusals: 0 },
      { day: DAY + 1, calls: 0, refusals: 1 },
    ]);
    await usage.flush();
    expect(added.flat()).toHaveLength(1);
    expect(usage.read('key_a')).toBeNull();
  });

  it('of a refused call is no use of the key', async () => {
    usage.count('key_a', START, REFUSED);
    expect(usage.readLastUse('key_a')).toBeUndefined();
    await usage.flush();
    expect(times).toEqual([]);
    expect(added[0]?.[0]).toMatchObject({ days: [{ calls: 0, refusals: 1 }], last: { status: 403 } });
  });

  it('is kept for the next write where the store refuses, with what is counted meanwhile', async () => {
    failNext = new StoreError('UNAVAILABLE', 'The disk is full.');
    usage.noteUse('key_a', START);
    usage.count('key_a', START, LET_IN);
    const flushed = usage.flush();
    usage.count('key_a', START + DAY_MS, REFUSED);
    await flushed;
    expect(failures).toEqual([expect.objectContaining({ code: 'UNAVAILABLE' })]);
    expect(usage.read('key_a')).toMatchObject({
      days: [
        { day: DAY, calls: 1, refusals: 0 },
        { day: DAY + 1, calls: 0, refusals: 1 },
      ],
      last: { at: START + DAY_MS, status: 403 },
    });
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(added.flat()[0]?.days).toHaveLength(2);
    expect(times).toHaveLength(1);
  });

  it('is not counted twice where nobody knows whether it was written', async () => {
    failNext = new StoreError('UNKNOWN', 'The answer to COMMIT was lost.');
    usage.count('key_a', START, LET_IN);
    await usage.flush();
    expect(failures).toHaveLength(1);
    await usage.close();
    expect(added).toEqual([]);
  });

  it('is read while it is written, and written a last time at the end', async () => {
    usage.noteUse('key_a', START);
    usage.count('key_a', START, LET_IN);
    const flushed = usage.flush();
    await Promise.resolve();
    usage.count('key_a', START + 1, LET_IN);
    expect(usage.readLastUse('key_a')).toBe(START);
    expect(usage.read('key_a')).toMatchObject({ days: [{ calls: 2 }], last: { at: START + 1 } });
    await flushed;
    await usage.close();
    expect(added.flat().map(({ days }) => days[0]?.calls)).toEqual([1, 1]);
  });
});
