import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import { CounterMap } from '../../src/runtime/limits/counter-map.js';
import { createMemoryRateLimiter } from '../../src/runtime/limits/memory.js';
import { readCounterAddress } from '../../src/runtime/request/address.js';
import { bearer, json, routeOf, startService, stopServices, tableOf } from './support/start-service.js';

afterAll(stopServices);

const meta = (method: 'GET' | 'POST', path: string, protect = false) => ({
  openapi: { enabled: true, tags: [], summary: '', method, path, protect },
});
const query = (path: string, protect = false) =>
  procedure
    .meta(meta('GET', path, protect))
    .output(z.string())
    .query(() => 'fine');
const mutation = procedure
  .meta(meta('POST', '/change'))
  .input(z.object({ name: z.string() }))
  .output(z.string())
  .mutation(() => 'changed');

describe('A rate limit', () => {
  it('lets 100 queries and 20 mutations a minute pass', async () => {
    const { ask } = await startService({
      routes: [routeOf('read', query('/read')), routeOf('change', mutation, { body: 'required' })],
    });
    const statuses = async (count: number, path: string, init?: RequestInit) => {
      const answers = await Promise.all(Array.from({ length: count }, () => ask(path, init)));
      return answers.map(({ status }) => status).sort();
    };
    expect(await statuses(101, '/api/read')).toEqual([...Array(100).fill(200), 429]);
    expect(await statuses(21, '/api/change', json({ name: 'a' }))).toEqual([...Array(20).fill(200), 429]);
  });

  it('lets exactly as many of 1,000 concurrent calls pass as it says', async () => {
    const limiter = createMemoryRateLimiter();
    const states = await Promise.all(
      Array.from({ length: 1_000 }, () => limiter.consume('a', { limit: 100, windowMs: 60_000 })),
    );
    expect(states.filter(({ isLimited }) => !isLimited).map(({ remaining }) => remaining)).toEqual(
      Array.from({ length: 100 }, (_, index) => 99 - index),
    );
    await limiter.close();
  });

  it('announces itself on every limited answer and tells a refused caller when to come back', async () => {
    const service = await startService({
      routes: [routeOf('change', mutation, { body: 'required' })],
      config: { rateLimits: { MUTATION: { limit: 2, windowMs: 10_000 } } },
    });
    const reset = String(service.clock.now / 1000 + 10);
    const headersOf = ({ headers }: Response) =>
      Object.fromEntries([...headers].filter(([name]) => /ratelimit|retry/.test(name)));

    const first = await service.ask('/api/change', json({ name: 'a' }));
    expect([first.status, headersOf(first)]).toEqual([
      200,
      {
        'ratelimit-policy': '"MUTATION";q=2;w=10',
        ratelimit: '"MUTATION";r=1;t=10',
        'x-ratelimit-limit': '2',
        'x-ratelimit-remaining': '1',
        'x-ratelimit-reset': reset,
      },
    ]);
    const invalid = await service.ask('/api/change', json({}));
    expect([invalid.status, headersOf(invalid).ratelimit]).toEqual([400, '"MUTATION";r=0;t=10']);

    const refused = await service.ask('/api/change', json({ name: 'a' }));
    const { 'retry-after': seconds, ...announced } = headersOf(refused);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toEqual({
      success: false,
      message: `Too many requests. Try again in ${seconds} seconds.`,
    });
    expect(seconds).toMatch(/^(9|10)$/);
    expect(announced).toMatchObject({
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': expect.any(String),
    });
  });

  it('does not speak where there is none', async () => {
    const { ask } = await startService({ routes: [routeOf('free', query('/free'), { rateLimit: false })] });
    const { headers } = await ask('/api/free');
    expect([...headers.keys()].filter((name) => /ratelimit/.test(name))).toEqual([]);
  });

  it('counts by procedure and by caller', async () => {
    const service = await startService({
      routes: [
        routeOf('a', query('/a')),
        routeOf('b', query('/b')),
        routeOf('private', query('/private', true)),
      ],
      config: { rateLimits: { QUERY: { limit: 1, windowMs: 60_000 } } },
    });
    const [alice, alice2, bob] = [
      await service.createKey(),
      await service.createKey(),
      await service.createKey([], 'bob'),
    ];
    const status = async (path: string, key?: string) =>
      (await service.ask(`/api${path}`, key ? bearer(key) : {})).status;
    expect([await status('/a'), await status('/b'), await status('/a')]).toEqual([200, 200, 429]);
    expect([await status('/a', alice), await status('/a', alice2), await status('/a', bob)]).toEqual([
      200, 429, 200,
    ]);
    expect([await status('/private'), await status('/private', alice)]).toEqual([401, 200]);
    expect(await status('/a', 'a bad key is no key')).toBe(429);
  });

  it('counts after authentication and before the input', async () => {
    const { ask } = await startService({
      routes: [routeOf('change', mutation, { body: 'required', protect: true })],
      config: { rateLimits: { MUTATION: { limit: 1, windowMs: 60_000 } } },
    });
    for (let round = 0; round < 3; round++) expect((await ask('/api/change', json({}))).status).toBe(401);
  });

  it('keeps its counters when the routes are replaced', async () => {
    const setup = {
      routes: [routeOf('a', query('/a'))],
      config: { rateLimits: { QUERY: { limit: 1, windowMs: 60_000 } } },
    };
    const service = await startService(setup);
    expect((await service.ask('/api/a')).status).toBe(200);
    await service.app.replaceRoutes(await tableOf(setup), setup.config);
    expect((await service.ask('/api/a')).status).toBe(429);
  });
});

describe('A window', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['hrtime', 'performance', 'Date', 'setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is over when the caller has waited as told', async () => {
    const limiter = createMemoryRateLimiter();
    for (const windowMs of [1_000, 1_500, 59_999, 60_000]) {
      for (let round = 0; round < 250; round++) {
        const counter = `${windowMs}/${round}`;
        const policy = { limit: 1, windowMs };
        expect((await limiter.consume(counter, policy)).isLimited).toBe(false);
        vi.advanceTimersByTime(Math.floor((windowMs * round) / 250));
        const { isLimited, resetMs } = await limiter.consume(counter, policy);
        expect([isLimited, resetMs > 0, resetMs <= windowMs]).toEqual([true, true, true]);
        vi.advanceTimersByTime(Math.ceil(resetMs / 1000) * 1000);
        expect((await limiter.consume(counter, policy)).isLimited).toBe(false);
      }
    }
    await limiter.close();
  });

  it('does not change when the clock on the wall does', async () => {
    const limiter = createMemoryRateLimiter();
    const policy = { limit: 1, windowMs: 60_000 };
    await limiter.consume('a', policy);
    for (const step of [3_600_000, -7_200_000]) {
      vi.setSystemTime(Date.now() + step);
      const { isLimited, resetMs } = await limiter.consume('a', policy);
      expect([isLimited, resetMs]).toEqual([true, 60_000]);
    }
    await limiter.close();
  });

  it('is forgotten once it is over', async () => {
    const counters = new CounterMap(10, 1_000);
    for (let index = 0; index < 5; index++) counters.set(`${index}`, { remaining: 1 });
    vi.advanceTimersByTime(600);
    counters.set('late', { remaining: 1 });
    vi.advanceTimersByTime(600);
    counters.sweep();
    expect([...counters.keys()]).toEqual(['late']);
  });
});

describe('Counters', () => {
  it('are never more than their bound, the oldest going first', () => {
    const counters = new CounterMap(1_000, 60_000);
    for (let index = 0; index < 5_000; index++) counters.set(`${index}`, { remaining: 1 });
    expect(counters.size).toBe(1_000);
    expect(counters.has('3999')).toBe(false);
    expect(counters.has('4000')).toBe(true);
  });

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('know the address %s as %s', (address, name) => {
    expect(readCounterAddress(address)).toBe(name);
  });
});
