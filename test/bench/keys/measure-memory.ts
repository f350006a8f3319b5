import { rmSync } from 'node:fs';
import type { BenchOptions } from '../harness/bench-options.js';
import { BENCH_FOLDER } from '../harness/places.js';
import type { Report } from '../harness/report.js';
import { runProcess } from '../harness/run-process.js';
import { addMonth, fillStore } from './open-filled-keyring.js';

const KEYS = 10_000;
const LIMIT_BYTES = 1_024;

/**
 * What the counts of a key take in memory: the heap of a process whose keys have a month of calls, less that of one whose keys
 * have none.
 */
export async function measureMemory({ share }: BenchOptions): Promise<Report> {
  const count = Math.ceil(KEYS * share);
  const filled = await fillStore('memory', count);
  try {
    const unused = await measureProcess(filled.folder);
    await addMonth(filled);
    const bytes = ((await measureProcess(filled.folder)) - unused) / count;
    return {
      bench: 'keys',
      tables: [],
      bars: [
        {
          name: `memory of a key’s month of calls, ${count} in the store`,
          value: bytes,
          limit: LIMIT_BYTES,
          unit: 'bytes',
        },
      ],
      profiles: [],
    };
  } finally {
    rmSync(filled.folder, { recursive: true });
  }
}

async function measureProcess(folder: string): Promise<number> {
  const { stdout } = await runProcess([`${BENCH_FOLDER}.procgen/keys/hold-keys.mjs`, folder]);
  return Number(stdout);
}
