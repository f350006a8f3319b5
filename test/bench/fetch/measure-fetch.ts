import { strictEqual } from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Config } from '../../../src/definition/config.js';
import type { RouteTable } from '../../../src/runtime/route-table.js';
import type { Bar } from '../harness/bar.js';
import type { BenchOptions } from '../harness/bench-options.js';
import { buildService, runProcgen } from '../harness/build-service.js';
import { type Contender, compareContenders } from '../harness/compare.js';
import { createInProcessContender } from '../harness/in-process.js';
import { BENCH_FOLDER, REPOSITORY } from '../harness/places.js';
import type { Report, Table } from '../harness/report.js';
import { pairSamples } from '../harness/statistics.js';
import { type TakenProfile, takeProfile } from '../harness/take-profile.js';
import { listHeaders, type OutsideRequest, REQUESTS } from '../outside/requests.js';

/** Of each contender in each round. */
const CALLS = 4_000;
/** So that a slow spell of the machine affects both. */
const TURNS = 8;
/** Requests that are made at once, outside of what is measured: few, so that they do not outlive a young generation. */
const BATCH = 50;
const OURS = 'procgen';
const HONO = 'hono';
const LIMIT = 0.8;
const WITH_BARS: readonly string[] = ['list', 'create'];

type FetchHandler = (request: Request) => Promise<Response> | Response;

/**
 * The CPU that a call takes through the Fetch standard, without a socket: procgen's handler beside hono's `app.fetch`,
 * both with equal requests and checked outputs. The requests are made outside of what is measured.
 */
export async function measureFetch({ rounds, share, profile }: BenchOptions): Promise<Report> {
  const { root, routes } = await buildService();
  const key = runProcgen(root, ['keys', 'create', '--name', 'bench', '--plain']).trim();
  const ours = await openHandler(root, routes);
  const hono = await loadHono(key);
  const operations = Math.ceil(CALLS * share);
  const tables: Table[] = [];
  const profiles: TakenProfile[] = [];
  try {
    for (const request of REQUESTS) {
      const contenders = [
        createContender(HONO, hono, request, key),
        createContender(OURS, ours.handle, request, key),
      ];
      const series = await compareContenders(contenders, { rounds, operations, turns: TURNS });
      tables.push({
        title: `${request.name}, ${rounds} rounds of ${operations}`,
        unit: 'µs CPU a call',
        kind: 'rounds',
        baseline: HONO,
        series,
      });
      if (profile)
        profiles.push(await takeProfile(`fetch ${request.name}`, contenders[1] as Contender, operations * 4));
    }
  } finally {
    await ours.close();
  }
  return { bench: 'fetch', tables, bars: tables.flatMap(listBars), profiles };
}

/** The handler of procgen as it is shipped. */
async function openHandler(root: string, routes: RouteTable) {
  const runtime: typeof import('../../../src/runtime/index.js') = await import(
    pathToFileURL(`${REPOSITORY}dist/runtime/index.js`).href
  );
  const { config } = (await import(pathToFileURL(`${root}/.procgen/server/index.mjs`).href)) as {
    config: Config;
  };
  // A loop of calls never returns to the event loop, whose delay the overload gate measures.
  const handle = runtime.createFetchHandler(routes, { ...config, overload: false }, { cwd: root });
  await handle.ready();
  return { handle, close: handle.close };
}

async function loadHono(key: string): Promise<FetchHandler> {
  process.env.BENCH_KEY = key;
  const { app } = await import(pathToFileURL(`${BENCH_FOLDER}outside/servers/hono-app.mjs`).href);
  return app.fetch;
}

function createContender(
  name: string,
  handle: FetchHandler,
  request: OutsideRequest,
  key: string,
): Contender {
  const { method, path, body = null, status, check } = request;
  const headers = listHeaders(request, key);
  const createRequest = () => new Request(`http://localhost${path}`, { method, headers, body });
  let usedMicros = 0;
  const contender = createInProcessContender(name, {
    async check() {
      const response = await handle(createRequest());
      strictEqual(response.status, status, `${name}, ${request.name}`);
      check(await response.json());
    },
    async run(operations) {
      for (let left = operations; left > 0; left -= BATCH) {
        const requests = Array.from({ length: Math.min(left, BATCH) }, createRequest);
        const before = process.cpuUsage();
        for (const each of requests) await (await handle(each)).text();
        const { user, system } = process.cpuUsage(before);
        usedMicros += user + system;
        // As a host does between requests: timers and finalizers run.
        await setImmediate();
      }
    },
  });
  return { ...contender, readCpu: async () => usedMicros };
}

function listBars({ title, series: [hono, ours] }: Table): readonly Bar[] {
  const [request = ''] = title.split(',');
  if (!WITH_BARS.includes(request)) return [];
  const { ratio } = pairSamples(ours?.samples ?? [], hono?.samples ?? []);
  return [{ name: request, value: ratio.median, limit: LIMIT, unit: `× ${HONO}` }];
}
