import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hasPostgres, startPostgres } from '../../stores/postgres/start-postgres.js';
import type { BenchOptions } from '../harness/bench-options.js';
import { buildService, PROCGEN, runProcgen } from '../harness/build-service.js';
import { BENCH_FOLDER } from '../harness/places.js';
import { readUsage } from '../harness/read-usage.js';
import type { Report } from '../harness/report.js';
import { SetupError } from '../harness/setup-error.js';
import { pairSamples, quantile } from '../harness/statistics.js';
import { tellProgress } from '../harness/tell-progress.js';
import { pressSteadily } from '../latency/press-steadily.js';
import { pin, runWhenIdle } from '../overload/pin.js';
import { startServer } from '../server/server-process.js';
import { printCall } from './print-call.js';

const KEYS = 1_000_000;
const KEYS_A_SECOND = 3_000;
const CALLS_A_SECOND = 200;
const IDLE_MS = 5_000;
const LIMIT = 2;
const [IDLE, FLOODED] = ['idle', 'flooded'];

/**
 * Measures the latency of a valid key's calls, and the server's peak memory, during a flood of a million well-formed keys that do
 * not exist, each sent once. The server has one core to itself. PostgreSQL and the process that sends the unknown keys share the
 * other core with the process that times the valid calls; that one preempts them, so that its own scheduling delays are not counted as the
 * server's latency.
 */
export async function measureFlood({ rounds, share }: BenchOptions): Promise<Report> {
  if (!hasPostgres()) throw new SetupError('Install PostgreSQL: apt-get install postgresql');
  const postgres = await startPostgres();
  try {
    const { root } = await buildService();
    const store = postgres.url();
    const key = runProcgen(root, ['keys', 'create', '--store', store, '--name', 'bench', '--plain']).trim();
    const args = [PROCGEN, '-C', root, 'serve', '--mode', 'production', '--port', '0', '--store', store];
    const { pid, port, stop } = await startServer({ name: 'procgen', args });
    try {
      pin(pid, 0);
      pin(process.pid, 1);
      for (const each of postgres.listProcesses()) giveWay(each);
      const call = async (forMs: number) => {
        const load = {
          port,
          request: printCall(key),
          status: 200,
          rate: CALLS_A_SECOND,
          forMs,
          sleeps: true,
        };
        return quantile(await pressSteadily(load), 0.99);
      };
      const floodMs = ((KEYS / rounds / KEYS_A_SECOND) * 1_000 * share) | 0;
      const p99 = { idle: [] as number[], flooded: [] as number[] };
      const megabytes: number[] = [];
      for (let round = -1; round < rounds; round++) {
        tellProgress(`flood: ${round < 0 ? 'warm-up' : `round ${round + 1} of ${rounds}`}`);
        const idle = await call(IDLE_MS * share);
        const [flooded] = await Promise.all([call(floodMs), sendFlood(port, floodMs)]);
        if (round < 0) continue;
        p99.idle.push(idle);
        p99.flooded.push(flooded);
        megabytes.push(readUsage(pid)?.peakMegabytes ?? Number.NaN);
      }
      const { ratio } = pairSamples(p99.flooded, p99.idle);
      const title = `calls of a good key, ${rounds} rounds, ${Math.round((floodMs * KEYS_A_SECOND) / 1_000)} unknown keys in each`;
      return {
        bench: 'flood',
        tables: [
          {
            title,
            unit: 'ms at p99',
            kind: 'rounds',
            baseline: IDLE,
            series: [
              { contender: IDLE, samples: p99.idle },
              { contender: FLOODED, samples: p99.flooded },
            ],
          },
        ],
        sheets: [
          {
            title: 'the server’s memory',
            contenders: ['after the first round', 'after the last'],
            rows: [{ measure: 'peak', unit: 'MB', values: [megabytes[0] ?? 0, megabytes.at(-1) ?? 0] }],
          },
        ],
        bars: [
          { name: 'p99 of a good key’s calls, flooded', value: ratio.median, limit: LIMIT, unit: '× idle' },
        ],
        profiles: [],
      };
    } finally {
      await stop();
    }
  } finally {
    await postgres.stop();
  }
}

/** Sends unknown keys in a process of its own. Rejects when that ends with a failure. */
async function sendFlood(port: number, forMs: number): Promise<void> {
  const args = [`${BENCH_FOLDER}.procgen/flood/send-flood.mjs`, port, KEYS_A_SECOND, forMs].map(String);
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  giveWay(child.pid as number);
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`The flood ended with ${status}.`);
}

function giveWay(pid: number): void {
  pin(pid, 1);
  runWhenIdle(pid);
}
