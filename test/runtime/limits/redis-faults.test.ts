import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Config } from '../../../src/definition/config.js';
import { procedure } from '../../../src/index.js';
import { hasRedis, type RunningRedis, startRedis, stopRedis } from '../support/start-redis.js';
import { type RunningService, routeOf, startService, stopServices } from '../support/start-service.js';
import { startWire, type Wire } from '../support/start-wire.js';

const available = hasRedis();
const MANY = { limit: 1_000_000, windowMs: 60_000 };
const FAULT_MS = 1_300;

afterAll(async () => {
  await stopServices();
  await stopRedis();
});

const answering = (path: string, rateLimit: 'QUERY' | 'MUTATION') =>
  procedure
    .meta({
      openapi: { enabled: true, tags: [], summary: '', method: 'GET', path, protect: false },
      rateLimit,
    })
    .output(z.string())
    .query(() => 'fine');

/** A service whose `/many` is hardly limited, and `/few` to three calls a minute, over a wire to a Redis of its own. */
async function startCase(rateLimits: Config['rateLimits'] = {}) {
  const redis = await startRedis();
  const wire = await startWire(redis.port);
  const service = await startService({
    routes: [routeOf('many', answering('/many', 'QUERY')), routeOf('few', answering('/few', 'MUTATION'))],
    config: {
      rateLimitStore: `redis://127.0.0.1:${wire.port}`,
      rateLimits: { QUERY: MANY, MUTATION: { limit: 3, windowMs: 60_000 }, ...rateLimits },
    },
  });
  return { redis, wire, service, close: () => wire.close() };
}

/** Every kind of not being there: how it begins, and how it ends. */
const FAULTS: Record<string, (redis: RunningRedis, wire: Wire) => { begin(): unknown; end(): unknown }> = {
  down: (redis) => ({ begin: () => redis.kill(), end: () => redis.restart() }),
  hung: (redis) => ({ begin: () => redis.signal('SIGSTOP'), end: () => redis.signal('SIGCONT') }),
  'slow by 300 ms': (_redis, wire) => ({ begin: () => setDelay(wire, 300), end: () => setDelay(wire, 0) }),
  'behind a wire that was cut': (_redis, wire) => ({
    begin: () => setDelay(wire, Number.POSITIVE_INFINITY),
    end: () => setDelay(wire, 0),
  }),
  'read-only, having become a replica': ({ admin }) => ({
    begin: () => admin.replicaof('127.0.0.1', 1),
    end: () => admin.replicaof('NO', 'ONE'),
  }),
  'read-only for want of replicas': ({ admin }) => ({
    begin: () => admin.config('SET', 'min-replicas-to-write', '1'),
    end: () => admin.config('SET', 'min-replicas-to-write', '0'),
  }),
  full: ({ admin }) => ({
    begin: () => admin.config('SET', 'maxmemory', '1'),
    end: () => admin.config('SET', 'maxmemory', '0'),
  }),
};

function setDelay(wire: Wire, delayMs: number): void {
  wire.delayMs = delayMs;
}

/** Asks every 5 ms for as long as it is told: the statuses that came, and the longest that one took. */
async function ask({ ask: send }: RunningService, path: string, forMs: number) {
  const statuses = new Map<number, number>();
  let longestMs = 0;
  const end = performance.now() + forMs;
  const answers: Promise<void>[] = [];
  while (performance.now() < end) {
    const began = performance.now();
    answers.push(
      send(path).then(({ status }) => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        longestMs = Math.max(longestMs, performance.now() - began);
      }),
    );
    await sleep(5);
  }
  await Promise.all(answers);
  return { statuses: [...statuses.keys()], longestMs };
}

async function until(condition: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  for (const end = performance.now() + limitMs; performance.now() < end; await sleep(10)) {
    if (await condition()) return true;
  }
  return false;
}

describe.skipIf(!available).concurrent('R-07 While Redis is', () => {
  it.for(Object.keys(FAULTS))('%s, calls are counted by the process', async (name) => {
    const { redis, wire, service, close } = await startCase();
    const fault = FAULTS[name]?.(redis, wire);
    await ask(service, '/api/many', 300);
    const lateness = monitorEventLoopDelay({ resolution: 5 });
    lateness.enable();
    await fault?.begin();
    const during = await ask(service, '/api/many', FAULT_MS);
    const few: number[] = [];
    for (let call = 0; call < 5; call++) few.push((await service.ask('/api/few')).status);
    lateness.disable();

    expect(during.statuses).toEqual([200]);
    // What the machine itself was late by is not the limiter's: a call takes five turns of the event loop.
    expect(during.longestMs - (5 * lateness.max) / 1e6).toBeLessThan(100);
    expect(few).toEqual([200, 200, 200, 429, 429]);
    const warnings = service.lines.filter(({ level }) => level === 'warn');
    expect(warnings.map(({ msg }) => msg)).toEqual([
      'the rate limit store is unavailable: this process counts calls on its own',
    ]);

    await fault?.end();
    const isBack = await until(async () => {
      expect((await service.ask('/api/many')).status).toBe(200);
      return service.lines.some(({ msg }) => msg === 'the rate limit store is available again');
    }, 2_000);
    expect(isBack).toBe(true);
    const before = await countCalls(redis);
    await service.ask('/api/many');
    expect(await countCalls(redis)).toBe(before + 1);
    expect(service.lines.filter(({ level }) => level === 'error')).toEqual([]);
    await close();
  });

  it('down, calls are refused at once where the configuration says so', async () => {
    const { redis, service, close } = await startCase({ onStoreFailure: 'refuse' });
    await redis.kill();
    const during = await ask(service, '/api/many', 300);
    expect(during.statuses).toEqual([503]);
    const refused = await service.ask('/api/many');
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      503,
      '1',
      { success: false, message: 'The service is unavailable.' },
    ]);
    await redis.restart();
    expect(await until(async () => (await service.ask('/api/many')).status === 200, 2_000)).toBe(true);
    await close();
  });
});

async function countCalls({ admin }: RunningRedis): Promise<number> {
  let calls = 0;
  for (const key of await admin.keys('*')) calls += Number(await admin.get(key));
  return calls;
}
