import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bar } from '../harness/bar.js';
import type { BenchOptions } from '../harness/bench-options.js';
import { buildService, runProcgen } from '../harness/build-service.js';
import { BENCH_FOLDER } from '../harness/places.js';
import type { Report, Table } from '../harness/report.js';
import { quantile } from '../harness/statistics.js';
import { compareServers } from '../server/compare-servers.js';
import { createWorkloadContender } from '../server/create-contender.js';
import { type ServerProcess, startServer } from '../server/server-process.js';
import { WORKLOADS } from '../server/workloads.js';

const REQUESTS = 4_000;
const ALONE = 'alone';

interface Setting {
  readonly name: string;
  readonly others: number;
  readonly place: 'alone' | 'hosted';
}

const SETTINGS: readonly Setting[] = [
  { name: ALONE, others: 0, place: 'alone' },
  { name: '1,000 more routes', others: 1_000, place: 'alone' },
  { name: '5,000 more routes', others: 5_000, place: 'alone' },
  { name: 'in a Koa application', others: 0, place: 'hosted' },
];

/** What a request costs beside more routes, and in an application of someone else with three middlewares around it. */
export async function measureRoutes({ rounds, share }: BenchOptions): Promise<Report> {
  const requests = Math.ceil(REQUESTS * share);
  const { root } = await buildService();
  const key = runProcgen(root, ['keys', 'create', '--name', 'bench', '--plain']).trim();
  const servers: ServerProcess[] = [];
  try {
    for (const setting of SETTINGS) servers.push(await serve(root, setting));
    const tables: Table[] = [];
    for (const workload of WORKLOADS) {
      const contenders = servers.map((server) => createWorkloadContender(server, workload, key));
      tables.push(
        await compareServers(contenders, { title: workload.name, baseline: ALONE, rounds, requests }),
      );
    }
    return { bench: 'routes', tables, bars: tables.flatMap(listBars), profiles: [] };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Each has the store to itself. */
function serve(root: string, { name, others, place }: Setting): Promise<ServerProcess> {
  const store = join(mkdtempSync(join(tmpdir(), 'procgen-bench-routes-')), 'store.json');
  cpSync(join(root, '.procgen/store.json'), store);
  return startServer({ name, args: [`${BENCH_FOLDER}routes/serve.mjs`, root, store, `${others}`, place] });
}

function listBars({ title, series }: Table): readonly Bar[] {
  const [workload = ''] = title.split(',');
  const [alone, ...rest] = series.map(({ contender, samples }) => ({ contender, samples }));
  return rest.map(({ contender, samples }) => {
    const pairs = samples.map((sample, index) => [sample, alone?.samples[index] ?? Number.NaN] as const);
    return contender === 'in a Koa application'
      ? bar(
          `${workload} ${contender}`,
          quantile(
            pairs.map(([one, other]) => one / other),
            0.5,
          ),
          1.3,
          '× alone',
        )
      : bar(
          `${workload} beside ${contender}`,
          quantile(
            pairs.map(([one, other]) => one - other),
            0.5,
          ),
          3,
          'µs more',
        );
  });
}

function bar(name: string, value: number, limit: number, unit: string): Bar {
  return { name, value, limit, unit };
}
