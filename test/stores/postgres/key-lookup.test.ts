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
    lookup.poll();
    await vi.advanceTimersByTimeAsync(2_000);
    expect((told[0] ?? Number.NaN) - answeredAt).toBeLessThan(1_000);
  },
);

async function startCounting() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const known = storedKey(1);
  /** How many keys each question was for. */
  const sizes: number[] = [];
  const lookup = await start(async (text, [values] = []) => {
    if (text === CHANGES.poll) return [UNCHANGED];
    const hashes = (values as readonly Buffer[]).map((hash) => hash.toString('hex'));
    sizes.push(hashes.length);
    return hashes.includes(known.hash)
      ? [{ ...known, readsOnly: false }]
      : [{ hash: null, readsOnly: false }];
  });
  let last = 1_000;
  const findUnknown = async () => lookup.find([(last++).toString(16).padStart(64, '0')]);
  return { lookup, known, sizes, findUnknown };
}

it('Unknown keys are gathered for 5 ms, and a known one among them is found with them', async () => {
  const { lookup, known, sizes, findUnknown } = await startCounting();
  expect(await findUnknown()).toBeNull();
  const found: unknown[] = [];
  for (let count = 0; count < 39; count++) {
    found.push(findUnknown());
    await new Promise(setImmediate);
  }
  found.push(lookup.find([known.hash]));
  await vi.advanceTimersByTimeAsync(4);
  expect(sizes).toEqual([1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await Promise.all(found)).toEqual([...Array(39).fill(null), known]);
  expect(sizes).toEqual([1, 40]);

  // A question that found a key is followed by the next one at once.
  expect(await findUnknown()).toBeNull();
  expect(sizes).toEqual([1, 40, 1]);
});

it('Keys that fill a question are not gathered, and of those that wait the 501st is refused', async () => {
  const { sizes, findUnknown } = await startCounting();
  // The first is on its way.
  const found = Array.from({ length: 501 }, findUnknown);
  await expect(findUnknown()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await Promise.all(found)).toEqual(Array(501).fill(null));
  expect(sizes).toEqual([1, 100, 100, 100, 100, 100]);
});

it('Answers go out a few at a time, so that other work comes in between', async () => {
  const { findUnknown } = await startCounting();
  const [first, ...others] = Array.from({ length: 21 }, findUnknown);
  await first;
  await vi.advanceTimersByTimeAsync(5);
  let done = 0;
  const all = Promise.all(others.map((answer) => answer.then(() => done++)));
  const seen: number[] = [];
  while (done < 20) {
    seen.push(done);
    await new Promise(setImmediate);
  }
  await all;
  expect(seen.length).toBeGreaterThan(3);
});
