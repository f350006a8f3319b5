import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchOptions } from '../harness/bench-options.js';
import { buildService, PROCGEN, runProcgen } from '../harness/build-service.js';
import { type Contender, compareContenders } from '../harness/compare.js';
import { BENCH_FOLDER } from '../harness/places.js';
import type { Bar, Report, Table } from '../harness/report.js';
import { quantile } from '../harness/statistics.js';
import { type TakenProfile, takeProfile } from '../harness/take-profile.js';
import { type Answer, openConnection, parseAnswer } from '../server/connection.js';
import { putUnderLoad } from '../server/put-under-load.js';
import { type ServerProcess, startServer } from '../server/server-process.js';
import { WORKLOADS, type Workload } from '../server/workloads.js';

const REQUESTS = 4_000;
const OURS = 'procgen';
const PLAIN = 'plain Koa';
const LIMIT_MICROS = 8;

/**
 * What all that procgen puts around a procedure costs: its server beside one of Koa, its router and zod that has the
 * same keys, schemas and handlers and nothing else. Paired: the difference is taken round by round.
 */
export async function measureCost(options: BenchOptions): Promise<Report> {
  const { root } = await buildService();
  const key = runProcgen(root, ['keys', 'create', '--name', 'bench', '--plain']).trim();
  const store = join(mkdtempSync(join(tmpdir(), 'procgen-bench-cost-')), 'store.json');
  cpSync(`${root}/.procgen/store.json`, store);
  const servers: ServerProcess[] = [];
  try {
    const args = [PROCGEN, '-C', root, 'serve', '--mode', 'production', '--port', '0'];
    servers.push(await startServer({ name: OURS, args }));
    const env = { BENCH_STORE: `file:${store}` };
    servers.push(await startServer({ name: PLAIN, args: [`${BENCH_FOLDER}cost/plain-koa.mjs`], env }));
    const tables: Table[] = [];
    const profiles: TakenProfile[] = [];
    for (const workload of WORKLOADS) {
      const [ours, plain] = servers.map((server) => createContender(server, workload, key));
      if (!ours || !plain) break;
      tables.push(await measureWorkload(workload, [ours, plain], options));
      if (options.profile) profiles.push(await takeProfile(`cost ${workload.name}`, ours, 4 * REQUESTS));
    }
    return { bench: 'cost', tables, bars: tables.map(createBar), profiles };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function measureWorkload(
  { name }: Workload,
  contenders: readonly Contender[],
  { rounds, share }: BenchOptions,
): Promise<Table> {
  const operations = Math.ceil(REQUESTS * share);
  return {
    title: `${name}, ${rounds} rounds of ${operations}`,
    unit: 'µs CPU a request',
    kind: 'rounds',
    baseline: PLAIN,
    series: await compareContenders(contenders, { rounds, operations }),
  };
}

/** The median of the rounds' differences. */
function createBar({ title, series: [ours, plain] }: Table): Bar {
  const differences = (ours?.samples ?? []).map((sample, round) => sample - (plain?.samples[round] ?? 0));
  return {
    name: `more than plain: ${title}`,
    value: quantile(differences, 0.5),
    limit: LIMIT_MICROS,
    unit: 'µs',
  };
}

function createContender(server: ServerProcess, { status, printRequest }: Workload, key: string): Contender {
  const { name, port, readCpu } = server;
  const request = printRequest(key);
  const run = (requests: number) => putUnderLoad({ port, request, status, requests });
  return {
    name,
    readCpu,
    run,
    async check() {
      const connection = await openConnection(port);
      try {
        checkBody(status, parseAnswer(await connection.ask(request)));
      } finally {
        connection.close();
      }
    },
    profile: (requests) => server.profileWhile(() => run(requests)),
  };
}

/** The same status and the same shape from both; headers are part of what is measured. */
function checkBody(status: number, { status: answered, headers, body }: Answer): void {
  strictEqual(answered, status);
  strictEqual(headers['content-type'], 'application/json; charset=utf-8');
  const { payload, errors, timestamp } = body as Record<string, unknown>;
  const [item] = [payload].flat() as object[];
  if (status === 400) strictEqual((errors as unknown[]).length, 3);
  else if (payload === undefined) strictEqual(typeof timestamp, 'string');
  else deepStrictEqual(Object.keys(item ?? {}).sort(), ['createdAt', 'id', 'name', 'price', 'tags']);
}
