import { strictEqual } from 'node:assert/strict';
import { openPostgresStore } from '../../../src/stores/postgres-store.js';
import type { BenchOptions } from '../harness/bench-options.js';
import { measureHeap } from '../harness/measure-heap.js';
import type { Report } from '../harness/report.js';
import { tellProgress } from '../harness/tell-progress.js';
import { type FilledDatabase, hashOf } from './fill-database.js';

const KEYS = 100_000;
/** Fewer than may wait for the store at once. */
const AT_ONCE = 100;

/** What a key in the cache takes: the heap with 100,000 of them, less the heap without. */
export async function measureCachedKeys(
  { url, keys }: FilledDatabase,
  { share }: BenchOptions,
): Promise<Pick<Report, 'sheets'>> {
  const count = Math.min(keys, Math.ceil(KEYS * share));
  tellProgress(`${count} keys are cached`);
  // One half of the cache is dropped when the other is full.
  const { keys: store, close } = await openPostgresStore(url, { keyCacheSize: 4 * count });
  const find = async (number: number) => {
    const key = await store.findByHashes([hashOf(number).toString('hex')]);
    strictEqual(key?.name, `key ${number}`);
  };
  try {
    await find(count + 1);
    const before = measureHeap();
    for (let first = 1; first <= count; first += AT_ONCE) {
      const numbers = Array.from(
        { length: Math.min(AT_ONCE, count + 1 - first) },
        (_, index) => first + index,
      );
      await Promise.all(numbers.map(find));
    }
    const bytes = (measureHeap() - before) / count;
    const title = `the heap with ${count} cached keys`;
    return {
      sheets: [
        { title, contenders: ['PostgreSQL'], rows: [{ measure: 'a key', unit: 'bytes', values: [bytes] }] },
      ],
    };
  } finally {
    await close();
  }
}
