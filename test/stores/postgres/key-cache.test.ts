import { readFile } from 'node:fs/promises';
import { transform } from 'esbuild';
import { expect, test } from 'vitest';
import { Generations, KeyCache } from '../../../src/stores/postgres/key-cache.js';
import { type CacheClass, findFault } from './simulate-cache.js';

const SOURCE = new URL('../../../src/stores/postgres/key-cache.ts', import.meta.url);
const SCHEDULES = 100_000;

test('S-10 no key is found more than a second after its deletion, in 100,000 schedules', () => {
  expect(findFault(SCHEDULES, { Cache: KeyCache })).toBeNull();
});

test.each([
  ['keeps a response that is older than a change', 'key && !fill.isOutdated', 'key'],
  ['shares a response that is older than a change', 'fill && !fill.isOutdated && this', 'fill && this'],
  ['shares a response that comes late', 'this.#now() - fill.sentAt < LEASE_MS', 'true'],
  ['takes a poll for as fresh as its response', '= sentAt;', '= this.#now();'],
  ['keeps its keys after it slept longer than changes are kept', 'CHANGES_KEPT_MS / 2', 'Infinity'],
  ['keeps its keys after a crash of the store', 'result.origin === last.origin &&', ''],
  [
    'keeps what it read before its first poll',
    'this.#last && follows(result, this.#last) ? result.changed : null',
    '!this.#last || follows(result, this.#last) ? result.changed : null',
  ],
])('S-10 the schedules find a cache that %s', async (_, right, wrong) => {
  expect(findFault(SCHEDULES, { Cache: await plantFault(right, wrong) })).toMatch(/was found/);
});

test('S-10 the schedules find a store that loses changes that commit late', () => {
  expect(findFault(SCHEDULES, { Cache: KeyCache, losesLateCommits: true })).toMatch(/was found/);
});

test('values that were used lately stay, and there are never more than there may be', () => {
  const values = new Generations<number>(100);
  for (let index = 0; index < 1_000; index++) {
    values.set(`${index}`, index);
    expect(values.get('0')).toBe(0);
  }
  const kept = Array.from({ length: 1_000 }, (_, index) => values.get(`${index}`)).filter(
    (value) => value !== undefined,
  );
  expect(kept.length).toBeGreaterThanOrEqual(50);
  expect(kept.length).toBeLessThanOrEqual(100);
});

/** The class with one piece of its source replaced. */
async function plantFault(right: string, wrong: string): Promise<CacheClass> {
  const source = await readFile(SOURCE, 'utf8');
  expect(source.split(right)).toHaveLength(2);
  const { code } = await transform(source.replace(right, wrong), { loader: 'ts', target: 'es2022' });
  const module = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return module.KeyCache;
}
