import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Query } from '../../../src/stores/postgres/database.js';
import { startKeyLookup } from '../../../src/stores/postgres/key-lookup.js';
import { StoreError } from '../../../src/stores/store-error.js';

afterEach(() => void vi.useRealTimers());

it.each([10, 60, 110, 160, 210])(
  'S-10 tells that nothing is heard within a second of the last look that was answered, and a notification %i ms after it',
  async (notifiedMs) => {
    vi.useFakeTimers();
    let isDown = false;
    let answeredAt = 0;
    const query: Query = async () => {
      if (isDown) throw new StoreError('UNAVAILABLE', 'The connection was lost.');
      answeredAt = performance.now();
      return [{ changed: [], position: '1', origin: 'a', time: 0 }];
    };
    const told: number[] = [];
    const fail = async () => {
      throw new Error('Nothing is changed here.');
    };
    const lookup = await startKeyLookup(
      { name: 'test', query, execute: fail, transact: fail, close: async () => {} },
      10,
      () => told.push(performance.now()),
    );
    onTestFinished(() => lookup.stop());
    // What was known before the first look is not known.
    told.length = 0;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(told).toEqual([]);
    isDown = true;
    await vi.advanceTimersByTimeAsync(notifiedMs - (performance.now() - answeredAt));
    lookup.look();
    await vi.advanceTimersByTimeAsync(2_000);
    expect((told[0] ?? Number.NaN) - answeredAt).toBeLessThan(1_000);
  },
);
