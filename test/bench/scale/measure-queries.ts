import { deepStrictEqual } from 'node:assert/strict';
import type { RunningPostgres } from '../../stores/postgres/start-postgres.js';
import type { BenchOptions } from '../harness/bench-options.js';
import { buildService, PROCGEN, runProcgen } from '../harness/build-service.js';
import type { Contender } from '../harness/compare.js';
import type { Report } from '../harness/report.js';
import { pairSamples } from '../harness/statistics.js';
import { compareServers } from '../server/compare-servers.js';
import { createContender } from '../server/create-contender.js';
import { type ServerProcess, startServer } from '../server/server-process.js';
import { printRequest } from '../server/workloads.js';

const REQUESTS = 12_000;
const LIMIT = 1.1;

/** The CPU of a query with one item, whose key the server has in memory: one with its keys in PostgreSQL beside one with a file. */
export async function measureQueries(
  postgres: RunningPostgres,
  { rounds, share }: BenchOptions,
): Promise<Pick<Report, 'tables' | 'bars'>> {
  const { root } = await buildService();
  const servers: ServerProcess[] = [];
  async function serve(name: string, store: string): Promise<Contender> {
    const key = runProcgen(root, ['keys', 'create', '--store', store, '--name', 'bench', '--plain']).trim();
    const args = [PROCGEN, '-C', root, 'serve', '--mode', 'production', '--port', '0', '--store', store];
    const server = await startServer({ name, args });
    servers.push(server);
    return createContender(server, {
      name,
      request: printRequest('GET /api/items?limit=1', [`Authorization: Bearer ${key}`]),
      status: 200,
      check({ status, body }) {
        const { success, payload } = body as { readonly success: boolean; readonly payload: unknown[] };
        deepStrictEqual([status, success, payload.length], [200, true, 1]);
      },
    });
  }
  try {
    const file = await serve('a file', 'file:.procgen/store.json');
    const contenders = [file, await serve('PostgreSQL', postgres.url())];
    const table = await compareServers(contenders, {
      title: 'a query whose key is cached',
      baseline: file.name,
      rounds,
      requests: Math.ceil(REQUESTS * share),
    });
    const [inFile, inPostgres] = table.series.map(({ samples }) => samples);
    const { ratio } = pairSamples(inPostgres ?? [], inFile ?? []);
    return {
      tables: [table],
      bars: [
        {
          name: 'a query whose key in PostgreSQL is cached',
          value: ratio.median,
          limit: LIMIT,
          unit: '× keys in a file',
        },
      ],
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
