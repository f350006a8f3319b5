import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Cors } from '../../src/definition/cors.js';
import { type Config, procedure } from '../../src/index.js';
import { parseAnswer, request, routeOf, startService, stopServices } from './support/start-service.js';

afterAll(stopServices);

const APP = 'https://app.example.com';
const meta = (path: string, protect: boolean) => ({
  openapi: { enabled: true, tags: [], summary: '', method: 'GET' as const, path, protect },
});
let calls = 0;
const routes = [
  routeOf(
    'open',
    procedure
      .meta(meta('/open', false))
      .output(z.string())
      .query(({ ctx }) => {
        calls += 1;
        ctx.response.headers.vary = 'Accept-Encoding';
        return 'fine';
      }),
  ),
  routeOf(
    'private',
    procedure
      .meta(meta('/private', true))
      .output(z.string())
      .query(() => 'mine'),
  ),
  routeOf(
    'broken',
    procedure
      .meta(meta('/broken', false))
      .output(z.string())
      .query(() => {
        throw new Error('boom');
      }),
  ),
];

const start = (cors?: Cors, more: Config = {}) =>
  startService({ routes, config: { ...(cors === undefined ? {} : { cors }), ...more } });

/** The answer's headers that speak of other origins. */
function corsOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => /^access-control-|^vary$/.test(name)));
}

function preflight(origin: string, headers?: string): RequestInit {
  return {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'GET',
      ...(headers === undefined ? {} : { 'Access-Control-Request-Headers': headers }),
    },
  };
}

describe('H-11 CORS', () => {
  it('is off by default, for calls and for questions before them', async () => {
    const { ask } = await start();
    expect(corsOf(await ask('/api/open', { headers: { Origin: APP } }))).toEqual({ vary: 'Accept-Encoding' });
    const requested = await ask('/api/open', preflight(APP, 'authorization'));
    expect([requested.status, corsOf(requested), requested.headers.get('allow')]).toEqual([
      204,
      {},
      'GET, HEAD, OPTIONS',
    ]);
  });

  it('lets a listed origin read the answer, its limits and its request id', async () => {
    const { ask } = await start([APP, 'http://localhost:5173']);
    const cors = corsOf(await ask('/api/open', { headers: { Origin: APP } }));
    expect(cors).toEqual({
      'access-control-allow-origin': APP,
      'access-control-expose-headers': expect.any(String),
      vary: 'Origin, Accept-Encoding',
    });
    const exposed = cors['access-control-expose-headers']?.split(', ');
    expect(exposed).toEqual(
      expect.arrayContaining([
        'X-Request-Id',
        'RateLimit',
        'RateLimit-Policy',
        'Retry-After',
        'X-RateLimit-Reset',
      ]),
    );
  });

  it.each([
    'https://evil.example',
    'https://app.example.com.evil.example',
    'https://evil-app.example.com',
    'http://app.example.com',
    'https://app.example.com:8443',
    'HTTPS://APP.EXAMPLE.COM',
    'https://app.example.com/',
    'null',
    '*',
    '',
  ])('tells %j, which is not listed, nothing', async (origin) => {
    const service = await start([APP]);
    const { head } = parseAnswer(await service.raw(request('GET /api/open', [`Origin: ${origin}`])));
    expect(head).not.toMatch(/access-control/i);
    expect(head).toMatch(/^Vary: Origin, Accept-Encoding\r?$/m);
    const requested = await service.ask('/api/open', preflight(origin));
    expect(corsOf(requested)).toEqual({ vary: 'Origin' });
  });

  it('says Vary: Origin also to who names none, for the caches between', async () => {
    const { ask } = await start([APP]);
    expect(corsOf(await ask('/api/open'))).toEqual({ vary: 'Origin, Accept-Encoding' });
  });

  it('answers the question before a call without a key, and runs nothing', async () => {
    const { ask } = await start([APP]);
    calls = 0;
    for (const path of ['/api/private', '/api/open', '/api/nothing', '/api/openapi.json']) {
      const requested = await ask(path, preflight(APP, 'authorization,content-type,idempotency-key'));
      expect([path, requested.status, await requested.text(), corsOf(requested)]).toEqual([
        path,
        204,
        '',
        {
          'access-control-allow-origin': APP,
          'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
          'access-control-allow-headers': 'authorization,content-type,idempotency-key',
          'access-control-max-age': '600',
          vary: 'Origin, Access-Control-Request-Headers',
        },
      ]);
    }
    expect(calls).toBe(0);
  });

  it('leaves OPTIONS that is no question of a browser to the routes', async () => {
    const { ask } = await start([APP]);
    const answer = await ask('/api/open', { method: 'OPTIONS', headers: { Origin: APP } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect(answer.headers.get('access-control-allow-methods')).toBeNull();
  });

  it('counts no question against a limit', async () => {
    const { ask } = await start([APP], { rateLimits: { QUERY: { limit: 1, windowMs: 60_000 } } });
    for (let index = 0; index < 5; index++) expect((await ask('/api/open', preflight(APP))).status).toBe(204);
    expect((await ask('/api/open', { headers: { Origin: APP } })).status).toBe(200);
  });

  it('stands on failures of every kind', async () => {
    const { ask } = await start([APP], { rateLimits: { QUERY: { limit: 1, windowMs: 60_000 } } });
    const statuses: number[] = [];
    for (const path of ['/private', '/nothing', '/broken', '/open', '/open', '/%ff']) {
      const answer = await ask(`/api${path}`, { headers: { Origin: APP } });
      statuses.push(answer.status);
      expect(corsOf(answer)).toMatchObject({
        'access-control-allow-origin': APP,
        'access-control-expose-headers': expect.stringContaining('Retry-After'),
        vary: expect.stringMatching(/^Origin/),
      });
    }
    expect(statuses).toEqual([401, 404, 500, 200, 429, 400]);
  });

  it('opened to any origin says so with a star, and never with credentials', async () => {
    const { ask } = await start('*');
    const answer = await ask('/api/open', { headers: { Origin: 'https://anybody.example', Cookie: 'a=b' } });
    expect(corsOf(answer)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.any(String),
      vary: 'Accept-Encoding',
    });
    const requested = corsOf(await ask('/api/open', preflight('null')));
    expect(requested).toMatchObject({ 'access-control-allow-origin': '*' });
    expect(requested).not.toHaveProperty('access-control-allow-credentials');
  });

  it('sends credentials to listed origins alone, and only when asked to', async () => {
    const { ask } = await start({
      origins: [APP],
      credentials: true,
      exposeHeaders: ['X-Total'],
      maxAgeSeconds: 5,
    });
    const answer = await ask('/api/open', { headers: { Origin: APP } });
    expect(corsOf(answer)).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': expect.stringMatching(/, X-Total$/),
    });
    expect(corsOf(await ask('/api/open', preflight(APP)))['access-control-max-age']).toBe('5');
    expect(corsOf(await ask('/api/open', { headers: { Origin: 'https://evil.example' } }))).toEqual({
      vary: 'Origin, Accept-Encoding',
    });
  });

  it('is never there for the dashboard, nor for the health of the server', async () => {
    const { ask } = await start('*');
    for (const path of [
      '/dashboard/api-keys',
      '/dashboard/sign-in',
      '/dashboard/assets/dashboard.css',
      '/livez',
    ]) {
      for (const init of [{ headers: { Origin: APP } }, preflight(APP, 'cookie')]) {
        const { headers } = await ask(path, init);
        expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    }
  });

  it.each([
    [{ origins: '*', credentials: true }, 'credentials need a list of origins, not "*"'],
    [['*'], '"*" is not an origin such as "https://app.example.com"'],
    [['null'], '"null" is not an origin such as "https://app.example.com"'],
    [['https://app.example.com/'], '"https://app.example.com/" is not'],
    [['https://*.example.com'], '"https://*.example.com" is not'],
    [['app.example.com'], '"app.example.com" is not'],
    [['https://App.example.com'], '"https://App.example.com" is not'],
    [['https://app.example.com:443'], '"https://app.example.com:443" is not'],
    [['https://user@app.example.com'], '"https://user@app.example.com" is not'],
  ] as const)('with %j does not start', async (cors, reason) => {
    await expect(start(cors as Cors)).rejects.toThrow(`cors: ${reason}`);
  });

  it.each([
    'http://localhost:5173',
    'https://[2001:db8::1]:8443',
    'capacitor://localhost',
    'https://bücher.example',
  ])('takes the origin %j, or says that it is none', async (origin) => {
    const started = start([origin]);
    if (origin.includes('ü')) await expect(started).rejects.toThrow('is not an origin');
    else
      expect(corsOf(await (await started).ask('/api/open', { headers: { Origin: origin } }))).toHaveProperty(
        'access-control-allow-origin',
        origin,
      );
  });
});
