import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../../src/index.js';
import { bearer, json, routeOf, startService, stopServices, tableOf } from '../support/start-service.js';

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
  it('R-01 lets 100 queries and 20 mutations a minute pass', async () => {
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

  it('R-06 announces itself on every limited answer and tells a refused caller when to come back', async () => {
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

  it('R-02 counts by procedure and by caller', async () => {
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

  it('R-03 counts after authentication and before the input', async () => {
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

describe('R-03 A quota after authentication', () => {
  const setup = {
    routes: [routeOf('open', query('/open')), routeOf('private', query('/private', true))],
    config: { rateLimits: { QUERY: { limit: 3, windowMs: 60_000 } }, trustProxy: 1 },
  };
  const from = (address: string, key?: string) => ({
    headers: { 'X-Forwarded-For': address, ...(key ? { Authorization: `Bearer ${key}` } : {}) },
  });

  it('is one for an owner, from however many addresses and with however many keys', async () => {
    const service = await startService(setup);
    const keys = [await service.createKey(), await service.createKey()];
    const statuses: number[] = [];
    for (let index = 0; index < 100; index++) {
      const { status } = await service.ask('/api/private', from(`198.51.100.${index}`, keys[index % 2]));
      statuses.push(status);
    }
    expect(statuses).toEqual([200, 200, 200, ...Array(97).fill(429)]);
  });

  it('cannot be spent by callers without a key, nor under a name that looks like an address', async () => {
    const service = await startService(setup);
    const key = await service.createKey([], '198.51.100.1');
    for (let index = 0; index < 5; index++) await service.ask('/api/open', from('198.51.100.1'));
    expect((await service.ask('/api/open', from('198.51.100.1'))).status).toBe(429);
    expect((await service.ask('/api/open', from('198.51.100.1', key))).status).toBe(200);
    for (let index = 0; index < 5; index++) await service.ask('/api/private', from('198.51.100.1'));
    expect((await service.ask('/api/private', from('198.51.100.1', key))).status).toBe(200);
  });
});
