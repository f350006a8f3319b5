import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bar } from '../harness/bar.js';
import type { BenchOptions } from '../harness/bench-options.js';
import { buildService, PROCGEN, runProcgen } from '../harness/build-service.js';
import { BENCH_FOLDER } from '../harness/places.js';
import type { Report, Table } from '../harness/report.js';
import { quantile } from '../harness/statistics.js';
import { type TakenProfile, takeProfile } from '../harness/take-profile.js';
import { compareServers } from '../server/compare-servers.js';
import type { Answer } from '../server/connection.js';
import { createWorkloadContender } from '../server/create-contender.js';
import { type ServerProcess, startServer } from '../server/server-process.js';
import { WORKLOADS } from '../server/workloads.js';

const REQUESTS = 4_000;
const OURS = 'procgen';
const PLAIN = 'plain Koa';
const LIMIT_MICROS = 8;

/**
 * What all that procgen puts around a procedure costs: its server beside one of Koa, its router and zod that has the
 * same keys, schemas and handlers and nothing else. Paired: the difference is taken round by round.
 */
export async function measureCost(options: BenchOptions): Promise<Report> {
  const { rounds } = options;
  const requests = Math.ceil(REQUESTS * options.share);
  const { root } = await buildService();
  const key = runProcgen(root, ['keys', 'create', '--name', 'bench', '--plain']).trim();
  const store = join(mkdtempSync(join(tmpdir(), 'procgen-bench-cost-')), 'store.json');
  cpSync(`${root}/.procgen/store.json`, store);
  const servers: ServerProcess[] = [];
  try {
    const args = [PROCGEN, '-C', root, 'serve', '--mode', 'production', '--port', '0'];
    servers.push(await startServer({ name: OURS, args }));
    const env = { BENCH_STORE: `file:${store}` };
    servers.push(
      await startServer({ name: PLAIN, args: [`${BENCH_FOLDER}.procgen/cost/plain-koa.mjs`], env }),
    );
    const tables: Table[] = [];
    const profiles: TakenProfile[] = [];
    for (const workload of WORKLOADS) {
      const check = (answer: Answer) => checkBody(workload.status, answer);
      const contenders = servers.map((server) =>
        createWorkloadContender(server, { ...workload, check }, key),
      );
      tables.push(
        await compareServers(contenders, { title: workload.name, baseline: PLAIN, rounds, requests }),
      );
      const [ours] = contenders;
      if (options.profile && ours)
        profiles.push(await takeProfile(`cost ${workload.name}`, ours, 4 * REQUESTS));
    }
    return { bench: 'cost', tables, bars: tables.map(createBar), profiles };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
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
