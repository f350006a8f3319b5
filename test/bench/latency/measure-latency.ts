import type { Bar } from '../harness/bar.js';
import type { BenchOptions } from '../harness/bench-options.js';
import { buildService, runProcgen } from '../harness/build-service.js';
import type { Series } from '../harness/compare.js';
import type { Report, Table } from '../harness/report.js';
import { pairSamples, quantile } from '../harness/statistics.js';
import { tellProgress } from '../harness/tell-progress.js';
import { pin } from '../overload/pin.js';
import { saturate } from '../overload/press.js';
import { createWorkloadContender } from '../server/create-contender.js';
import { checkGuards } from '../server/guards.js';
import { FASTIFY, listServerCommands, OURS } from '../server/list-server-commands.js';
import { type ServerCommand, type ServerProcess, startServer } from '../server/server-process.js';
import { WORKLOADS, type Workload } from '../server/workloads.js';
import { measureMemory } from './measure-memory.js';
import { pressSteadily } from './press-steadily.js';

const SATURATE_MS = 1_000;
const PRESS_MS = 2_000;
const MEASURED = ['list of 20', 'create'];
const BESIDE = ['node:http', OURS, FASTIFY];
/** In multiples of fastify's. */
const [P99_LIMIT, MEMORY_LIMIT] = [2, 1.2];

/**
 * How long answers take at half of what each server can answer, and the most memory that each has had after as many
 * requests. The servers have one core and the bench another.
 */
export async function measureLatency(options: BenchOptions): Promise<Report> {
  const { root } = await buildService();
  const key = runProcgen(root, ['keys', 'create', '--name', 'bench', '--plain']).trim();
  const commands = listServerCommands(root, key).filter(({ name }) => BESIDE.includes(name));
  const memory = await measureMemory(commands, key, options);
  pin(process.pid, 1);
  const waits = await measureWaits(commands, key, options);
  const bars = [
    ...waits.filter(({ unit }) => unit === P99).map((table) => createBar(table, P99_LIMIT)),
    createBar(memory, MEMORY_LIMIT),
  ];
  return { bench: 'latency', tables: [...waits, memory], bars, profiles: [] };
}

const P99 = 'ms at p99';

async function measureWaits(
  commands: readonly ServerCommand[],
  key: string,
  options: BenchOptions,
): Promise<readonly Table[]> {
  const servers: ServerProcess[] = [];
  try {
    for (const command of commands) servers.push(await startServer(command));
    for (const server of servers) await checkGuards(server, key);
    for (const { pid } of servers) pin(pid, 0);
    const tables: Table[] = [];
    for (const workload of WORKLOADS.filter(({ name }) => MEASURED.includes(name)))
      tables.push(...(await measureWorkload(servers, workload, key, options)));
    return tables;
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function measureWorkload(
  servers: readonly ServerProcess[],
  workload: Workload,
  key: string,
  { rounds, share }: BenchOptions,
): Promise<readonly Table[]> {
  const { name, status } = workload;
  const request = workload.printRequest(key);
  for (const server of servers) await createWorkloadContender(server, workload, key).check();
  const measured = servers.map((server) => ({
    server,
    peaks: [] as number[],
    p50: [] as number[],
    p99: [] as number[],
  }));
  for (let round = -1; round < rounds; round++) {
    tellProgress(`latency: ${name}, ${round < 0 ? 'warm-up' : `round ${round + 1} of ${rounds}`}`);
    for (const { server, peaks, p50, p99 } of measured) {
      const load = { port: server.port, request, status };
      // In each round anew: half of what a machine could do a minute ago can be more than it can do now.
      const peak = await measurePeak(load, SATURATE_MS * share);
      const tookMs = await pressSteadily({ ...load, rate: peak / 2, forMs: PRESS_MS * share });
      if (round < 0) continue;
      peaks.push(peak);
      p50.push(quantile(tookMs, 0.5));
      p99.push(quantile(tookMs, 0.99));
    }
  }
  const title = `${name}, at half of each server’s saturation`;
  const listSeries = (kind: 'peaks' | 'p50' | 'p99') =>
    measured.map(({ server, [kind]: samples }) => ({ contender: server.name, samples }));
  return [
    tableOf(`${name}, saturation`, 'answers a second', listSeries('peaks')),
    tableOf(title, 'ms at p50', listSeries('p50')),
    tableOf(title, P99, listSeries('p99')),
  ];
}

interface Load {
  readonly port: number;
  readonly request: string;
  readonly status: number;
}

/** Answers a second when a server is asked as fast as it answers. */
async function measurePeak(load: Load, forMs: number): Promise<number> {
  const answers = await saturate({ ...load, forMs });
  return (Math.max(1, answers) * 1_000) / forMs;
}

function tableOf(title: string, unit: string, series: readonly Series[]): Table {
  return { title, unit, kind: 'rounds', baseline: FASTIFY, series };
}

function createBar({ title, unit, series }: Table, limit: number): Bar {
  const samplesOf = (name: string) => series.find(({ contender }) => contender === name)?.samples ?? [];
  const { ratio } = pairSamples(samplesOf(OURS), samplesOf(FASTIFY));
  return { name: `${title}, ${unit}`, value: ratio.median, limit, unit: `× ${FASTIFY}` };
}
