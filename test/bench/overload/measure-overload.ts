import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchOptions } from '../harness/bench-options.js';
import { BENCH_FOLDER } from '../harness/places.js';
import type { Report, Table } from '../harness/report.js';
import { quantile } from '../harness/statistics.js';
import { type ServerProcess, startServer } from '../server/server-process.js';
import { measureRefusal } from './measure-refusal.js';
import { pin } from './pin.js';
import { type Outcome, press, saturate } from './press.js';

const PEAK_MS = 2_000;
const PRESS_MS = 4_000;
/** Until a server that was pressed has forgotten it. */
const REST_MS = 1_500;
const WORK = 'GET /api/work HTTP/1.1\r\nHost: bench\r\n\r\n';
const REFUSING = 'overload refused';
const TAKING = 'overload taken up';

interface Round {
  /** Answers a second when the server is asked as fast as it answers, and those of them a second of its own CPU. */
  readonly peak: Rate;
  /** The same of the good answers when it is asked for twice as much. */
  readonly goodput: Rate;
  readonly outcome: Outcome;
}

interface Rate {
  readonly perSecond: number;
  readonly perCpuSecond: number;
}

/**
 * What a server gets done when it is asked for twice what it can: the requests that are answered within a second,
 * beside its peak in the same round, and how long the refused wait. Beside it the server that refuses nothing. The
 * servers have one core and the bench another.
 */
export async function measureOverload(options: BenchOptions): Promise<Report> {
  const servers: ServerProcess[] = [];
  const serve = async (name: string, switched: string) => {
    const cwd = mkdtempSync(join(tmpdir(), 'procgen-bench-overload-'));
    const args = [`${BENCH_FOLDER}overload/serve.mjs`, switched];
    const server = await startServer({ name, args, env: { BENCH_CWD: cwd } });
    servers.push(server);
    pin(server.pid, 0);
    return server;
  };
  try {
    const [refusing, taking, full] = [
      await serve(REFUSING, 'on'),
      await serve(TAKING, 'off'),
      await serve('full', 'full'),
    ];
    pin(process.pid, 1);
    const refusal = await measureRefusal({ open: taking, full }, options);
    return report(await measureRounds([refusing, taking], options), refusal);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function measureRounds(
  servers: readonly ServerProcess[],
  { rounds, share }: BenchOptions,
): Promise<ReadonlyMap<string, readonly Round[]>> {
  const measured = new Map(servers.map(({ name }) => [name, [] as Round[]]));
  for (let round = -1; round < rounds; round++) {
    for (const server of servers) {
      const result = await measureRound(server, share);
      if (round >= 0) measured.get(server.name)?.push(result);
    }
  }
  return measured;
}

async function measureRound({ port, readCpu }: ServerProcess, share: number): Promise<Round> {
  const began = await readCpu();
  const answered = await saturate({ port, request: WORK, forMs: PEAK_MS * share });
  const saturated = await readCpu();
  const peak = rateOf(answered, PEAK_MS * share, saturated - began);
  const outcome = await press({ port, request: WORK, rate: 2 * peak.perSecond, forMs: PRESS_MS * share });
  const goodput = rateOf(outcome.good, PRESS_MS * share, (await readCpu()) - saturated);
  await new Promise((resolve) => setTimeout(resolve, REST_MS * share));
  return { peak, goodput, outcome };
}

function rateOf(answers: number, elapsedMs: number, cpuMicros: number): Rate {
  return { perSecond: (answers * 1_000) / elapsedMs, perCpuSecond: (answers * 1_000_000) / cpuMicros };
}

function report(measured: ReadonlyMap<string, readonly Round[]>, refusal: Table): Report {
  const refusing = measured.get(REFUSING) ?? [];
  const lost = refusing.map(({ peak, goodput }) => 100 * (1 - goodput.perSecond / peak.perSecond));
  const refusedMs = refusing.flatMap(({ outcome }) => outcome.refusedMs);
  return {
    bench: 'overload',
    tables: [
      tableOfGoodput(measured, 'perSecond', 'answers a second'),
      tableOfGoodput(measured, 'perCpuSecond', 'answers a second of the server’s CPU'),
      tableOfWaits(refusing),
      refusal,
    ],
    bars: [
      { name: 'goodput lost at twice saturation', value: quantile(lost, 0.5), limit: 10, unit: '%' },
      { name: 'p99 of a refusal', value: quantile([0, ...refusedMs], 0.99), limit: 100, unit: 'ms' },
    ],
    profiles: [],
  };
}

function tableOfGoodput(
  measured: ReadonlyMap<string, readonly Round[]>,
  key: keyof Rate,
  unit: string,
): Table {
  return {
    title: 'answered within a second, of twice what the server can',
    unit,
    kind: 'rounds',
    baseline: 'peak',
    series: [
      { contender: 'peak', samples: (measured.get(REFUSING) ?? []).map(({ peak }) => peak[key]) },
      ...[...measured].map(([contender, rounds]) => ({
        contender,
        samples: rounds.map(({ goodput }) => goodput[key]),
      })),
    ],
  };
}

function tableOfWaits(rounds: readonly Round[]): Table {
  return {
    title: 'how long an answer takes at twice saturation, overload refused',
    unit: 'ms',
    kind: 'single',
    baseline: 'answered',
    series: [
      { contender: 'answered', samples: rounds.flatMap(({ outcome }) => [0, ...outcome.goodMs]) },
      { contender: 'refused', samples: rounds.flatMap(({ outcome }) => [0, ...outcome.refusedMs]) },
    ],
  };
}
