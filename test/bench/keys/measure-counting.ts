import { strictEqual } from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { createUsageCounter } from '../../../src/keys/create-usage-counter.js';
import { openStore } from '../../../src/stores/open-store.js';
import { createFetchContender } from '../fetch/create-fetch-contender.js';
import { openHandler } from '../fetch/open-handler.js';
import type { BenchOptions } from '../harness/bench-options.js';
import { buildService, runProcgen } from '../harness/build-service.js';
import { type Contender, compareContenders } from '../harness/compare.js';
import { createInProcessContender } from '../harness/in-process.js';
import type { Report } from '../harness/report.js';
import { pairSamples } from '../harness/statistics.js';
import { REQUESTS } from '../outside/requests.js';
import { addMonth, type FilledStore, fillStore, STORE } from './open-filled-keyring.js';

const CALLS = 6_000;
/** Each call is counted so many times, since to count one takes less than a clock tells. */
const TIMES = 10;
const KEYS = 1_000;
const LIMIT_PERCENT = 2;

/**
 * The CPU that counting takes of a call with a key: the whole call through the Fetch standard, without a socket, beside the
 * counting alone, of 1,000 keys in turn and with the write to the disk after 60 calls of each.
 */
export async function measureCounting({ rounds, share }: BenchOptions): Promise<Report> {
  const { root, routes } = await buildService();
  const key = runProcgen(root, ['keys', 'create', '--name', 'bench', '--plain']).trim();
  const handler = await openHandler(root, routes);
  const filled = await fillStore('counting', Math.ceil(KEYS * share));
  await addMonth(filled);
  const counting = await openCounting(filled);
  try {
    const request = REQUESTS.find(({ name }) => name === 'list') as (typeof REQUESTS)[number];
    const call = createFetchContender('a call with a key', handler.handle, request, key);
    const operations = Math.ceil(CALLS * share);
    const series = await compareContenders([call, counting.contender], { rounds, operations });
    const [whole, part] = series.map(({ samples }) => samples);
    return {
      bench: 'keys',
      tables: [
        {
          title: `a call counted, ${filled.keys.length} keys, ${rounds} rounds of ${operations}`,
          unit: 'µs CPU a call',
          kind: 'rounds',
          baseline: call.name,
          series,
        },
      ],
      bars: [
        {
          name: 'CPU of counting a call',
          value: pairSamples(part ?? [], whole ?? []).ratio.median * 100,
          limit: LIMIT_PERCENT,
          unit: '% of the call',
        },
      ],
      profiles: [],
    };
  } finally {
    await counting.close();
    await handler.close();
    rmSync(filled.folder, { recursive: true });
  }
}

interface Counting {
  readonly contender: Contender;
  close(): Promise<void>;
}

async function openCounting({ folder, keys }: FilledStore): Promise<Counting> {
  const store = await openStore(STORE, { cwd: folder });
  const ids = keys.map(({ id }) => id);
  const usage = createUsageCounter({
    recordUses: store.keys.recordUses,
    add: store.usage.add,
    onFailure: (error) => {
      throw error;
    },
  });
  const call = { isRefused: false, address: '2001:db8::7c1f', operation: 'items.list', status: 200 };
  const readToday = async () => (await store.usage.find(ids[0] as string))?.days.at(-1)?.calls ?? 0;
  let usedMicros = 0;
  const contender = createInProcessContender('its counting', {
    async check() {
      const before = await readToday();
      usage.count(ids[0] as string, Date.now(), call);
      await usage.flush();
      strictEqual(await readToday(), before + 1);
    },
    async run(operations) {
      const start = process.cpuUsage();
      for (let index = 0; index < operations * TIMES; index++)
        usage.count(ids[index % ids.length] as string, Date.now(), call);
      await usage.flush();
      const { user, system } = process.cpuUsage(start);
      usedMicros += (user + system) / TIMES;
    },
  });
  return {
    contender: { ...contender, readCpu: async () => usedMicros },
    async close() {
      await usage.close();
      await store.close();
    },
  };
}
