import { deepStrictEqual } from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasRedis, startRedis, stopRedis } from '../../runtime/support/start-redis.js';
import type { BenchOptions } from '../harness/bench-options.js';
import type { Contender } from '../harness/compare.js';
import { BENCH_FOLDER } from '../harness/places.js';
import type { Report } from '../harness/report.js';
import { compareServers } from '../server/compare-servers.js';
import { createContender } from '../server/create-contender.js';
import { type ServerProcess, startServer } from '../server/server-process.js';

const REQUESTS = 8_000;

/** What it adds to a request to be counted, in memory and in Redis, beside the same request uncounted. */
export async function measureLimits({ rounds, share }: BenchOptions): Promise<Report> {
  const servers: ServerProcess[] = [];
  try {
    const inMemory = await serve('memory');
    servers.push(inMemory);
    const free = call('not counted', inMemory, '/api/free');
    const contenders = [free, call('counted in memory', inMemory, '/api/limited')];
    if (hasRedis()) {
      const inRedis = await serve((await startRedis()).url);
      servers.push(inRedis);
      contenders.push(call('counted in Redis', inRedis, '/api/limited'));
    }
    const requests = Math.ceil(REQUESTS * share);
    const title = 'a request that does nothing';
    const table = await compareServers(contenders, { title, baseline: free.name, rounds, requests });
    return { bench: 'limits', tables: [table], bars: [], profiles: [] };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await stopRedis();
  }
}

function serve(store: string): Promise<ServerProcess> {
  return startServer({
    name: `counting in ${store}`,
    args: [`${BENCH_FOLDER}limits/serve.mjs`, store],
    env: { BENCH_CWD: mkdtempSync(join(tmpdir(), 'procgen-bench-limits-')) },
  });
}

function call(name: string, server: ServerProcess, path: string): Contender {
  return createContender(server, {
    name,
    request: `GET ${path} HTTP/1.1\r\nHost: bench\r\n\r\n`,
    status: 200,
    check({ status, headers, body }) {
      const isCounted = path === '/api/limited';
      deepStrictEqual([status, body, 'ratelimit' in headers], [200, { fine: true }, isCounted]);
    },
  });
}
