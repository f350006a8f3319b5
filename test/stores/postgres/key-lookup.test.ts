import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Query } from '../../../src/stores/postgres/database.js';
import { startKeyLookup } from '../../../src/stores/postgres/key-lookup.js';
import { CHANGES } from '../../../src/stores/postgres/statements.js';
import { StoreError } from '../../../src/stores/store-error.js';
import { storedKey } from '../stored-key.js';

afterEach(() => void vi.useRealTimers());

const UNCHANGED = { changed: [], position: '1', origin: 'a', time: 0 };

async function start(query: Query, tell = () => {}) {
  const fail = async () => {
    throw new Error('Nothing is changed here.');
  };
  const database = { name: 'test', query, execute: fail, transact: fail, close: async () => {} };
  const lookup = await startKeyLookup(database, 10, tell);
  onTestFinished(() => lookup.stop());
  return lookup;
}

it.each([10, 60, 110, 160, 210])(
  'S-10 tells that nothing is heard within a second of the last look that was answered, and a notification %i ms after it',
  async (notifiedMs) => {
    vi.useFakeTimers();
    let isDown = false;
    let answeredAt = 0;
    const query: Query = async () => {
      if (isDown) throw new StoreError('UNAVAILABLE', 'The connection was lost.');
      answeredAt = performance.now();
      return [UNCHANGED];
    };
    const told: number[] = [];
    const lookup = await start(query, () => told.push(performance.now()));
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

it('Unknown keys are gathered for a few questions, and a known one among them is found with them', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const known = storedKey(1);
  const sizes: number[] = [];
  const lookup = await start(async (text, [values] = []) => {
    if (text === CHANGES.look) return [UNCHANGED];
    const hashes = (values as readonly Buffer[]).map((hash) => hash.toString('hex'));
    sizes.push(hashes.length);
    return hashes.includes(known.hash)
      ? [{ ...known, readsOnly: false }]
      : [{ hash: null, readsOnly: false }];
  });
  const unknown = (number: number) => number.toString(16).padStart(64, '0');

  expect(await lookup.find([unknown(100)])).toBeNull();
  const found = [];
  for (let number = 101; number < 140; number++) {
    found.push(lookup.find([unknown(number)]));
    await new Promise(setImmediate);
  }
  found.push(lookup.find([known.hash]));
  expect(sizes).toEqual([1]);
  await vi.advanceTimersByTimeAsync(5);
  expect(await Promise.all(found)).toEqual([...Array(39).fill(null), known]);
  expect(sizes).toEqual([1, 40]);

  // A question that found a key is followed by the next one at once.
  expect(await lookup.find([unknown(200)])).toBeNull();
  expect(sizes).toEqual([1, 40, 1]);
});
