import { deepStrictEqual } from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasRedis, startRedis, stopRedis } from '../../runtime/support/start-redis.js';
import type { BenchOptions } from '../harness/bench-options.js';
import { type Contender, compareContenders } from '../harness/compare.js';
import { BENCH_FOLDER } from '../harness/places.js';
import type { Report } from '../harness/report.js';
import { openConnection, parseAnswer } from '../server/connection.js';
import { putUnderLoad } from '../server/put-under-load.js';
import { type ServerProcess, startServer } from '../server/server-process.js';

const REQUESTS = 8_000;

/** What it adds to a request to be counted, in memory and in Redis, beside the same request uncounted. */
export async function measureLimits({ rounds, share }: BenchOptions): Promise<Report> {
  const servers: ServerProcess[] = [];
  try {
    const inMemory = await serve('memory');
    servers.push(inMemory);
    const free = createContender('not counted', inMemory, '/api/free');
    const contenders = [free, createContender('counted in memory', inMemory, '/api/limited')];
    if (hasRedis()) {
      const inRedis = await serve((await startRedis()).url);
      servers.push(inRedis);
      contenders.push(createContender('counted in Redis', inRedis, '/api/limited'));
    }
    const operations = Math.ceil(REQUESTS * share);
    return {
      bench: 'limits',
      tables: [
        {
          title: `a request that does nothing, ${rounds} rounds of ${operations}`,
          unit: 'µs CPU a request',
          kind: 'rounds',
          baseline: free.name,
          series: await compareContenders(contenders, { rounds, operations }),
        },
      ],
      bars: [],
      profiles: [],
    };
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

function createContender(name: string, server: ServerProcess, path: string): Contender {
  const { port, readCpu } = server;
  const request = `GET ${path} HTTP/1.1\r\nHost: bench\r\n\r\n`;
  const run = (requests: number) => putUnderLoad({ port, request, status: 200, requests });
  return {
    name,
    readCpu,
    run,
    async check() {
      const connection = await openConnection(port);
      try {
        const { status, headers, body } = parseAnswer(await connection.ask(request));
        deepStrictEqual(
          [status, body, 'ratelimit' in headers],
          [200, { fine: true }, path === '/api/limited'],
        );
      } finally {
        connection.close();
      }
    },
    profile: (requests) => server.profileWhile(() => run(requests)),
  };
}
