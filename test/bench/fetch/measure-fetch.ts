import { pathToFileURL } from 'node:url';
import type { Bar } from '../harness/bar.js';
import type { BenchOptions } from '../harness/bench-options.js';
import { buildService, runProcgen } from '../harness/build-service.js';
import { type Contender, compareContenders } from '../harness/compare.js';
import { BENCH_FOLDER } from '../harness/places.js';
import type { Report, Table } from '../harness/report.js';
import { pairSamples } from '../harness/statistics.js';
import { type TakenProfile, takeProfile } from '../harness/take-profile.js';
import { REQUESTS } from '../outside/requests.js';
import { createFetchContender, type FetchHandler } from './create-fetch-contender.js';
import { openHandler } from './open-handler.js';

/** Of each contender in each round. */
const CALLS = 4_000;
/** So that a slow spell of the machine affects both. */
const TURNS = 8;
const OURS = 'procgen';
const HONO = 'hono';
const LIMIT = 0.8;
const WITH_BARS: readonly string[] = ['list', 'create'];

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
        createFetchContender(HONO, hono, request, key),
        createFetchContender(OURS, ours.handle, request, key),
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

async function loadHono(key: string): Promise<FetchHandler> {
  process.env.BENCH_KEY = key;
  const { app } = await import(pathToFileURL(`${BENCH_FOLDER}outside/servers/hono-app.mjs`).href);
  return app.fetch;
}

function listBars({ title, series: [hono, ours] }: Table): readonly Bar[] {
  const [request = ''] = title.split(',');
  if (!WITH_BARS.includes(request)) return [];
  const { ratio } = pairSamples(ours?.samples ?? [], hono?.samples ?? []);
  return [{ name: request, value: ratio.median, limit: LIMIT, unit: `× ${HONO}` }];
}
