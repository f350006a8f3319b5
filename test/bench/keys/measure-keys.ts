import type { BenchOptions } from '../harness/bench-options.js';
import type { Report } from '../harness/report.js';
import { measureCounting } from './measure-counting.js';
import { measureCreation } from './measure-creation.js';
import { measureMemory } from './measure-memory.js';
import { measureVerification } from './measure-verification.js';

/** The check of a key, the creation of one in a small store and in one that is nearly full, and what counting calls takes. */
export async function measureKeys(options: BenchOptions): Promise<Report> {
  const { share } = options;
  const reports = [
    await measureVerification(options),
    await measureCreation({ share, keys: 1_000, limitMs: 15 }),
    await measureCreation({ share, keys: 9_900, limitMs: 30 }),
    await measureCounting(options),
    await measureMemory(options),
  ];
  return {
    bench: 'keys',
    tables: reports.flatMap(({ tables }) => tables),
    bars: reports.flatMap(({ bars }) => bars),
    profiles: reports.flatMap(({ profiles }) => profiles),
  };
}
