import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import {
  bearer,
  json,
  type RunningService,
  request,
  routeOf,
  startService,
  stopServices,
} from '../runtime/support/start-service.js';

let service: RunningService;

const meta = (method: 'GET' | 'POST', path: string, protect = false) => ({
  openapi: { enabled: true, tags: [], summary: '', method, path, protect },
});
const ok = (path: string, protect = false) =>
  procedure
    .meta(meta('GET', path, protect))
    .output(z.string())
    .query(() => 'ok');
const gone = procedure
  .meta({ openapi: { ...meta('GET', '/gone').openapi, status: 204 } })
  .output(z.void())
  .query(() => {});
const broken = procedure
  .meta(meta('GET', '/broken'))
  .output(z.string())
  .query(() => {
    throw new Error('hunter2');
  });
const save = procedure
  .meta(meta('POST', '/save'))
  .input(z.object({ name: z.string() }))
  .output(z.string())
  .mutation(() => 'saved');

beforeAll(async () => {
  service = await startService({
    routes: [
      routeOf('ok', ok('/ok')),
      routeOf('secret', ok('/secret', true)),
      routeOf('limited', ok('/limited'), { rateLimit: 'QUERY' }),
      routeOf('gone', gone),
      routeOf('broken', broken),
      routeOf('save', save, { body: 'required' }),
    ],
    config: { bodyLimit: 1_000, rateLimits: { QUERY: { limit: 3, windowMs: 60_000 } } },
    options: { mode: 'development' },
  });
});
afterAll(stopServices);

const CASES: readonly [string, RequestInit, number][] = [
  ['/api/ok', {}, 200],
  ['/api/gone', {}, 204],
  ['/api/ok', { method: 'HEAD' }, 200],
  ['/api/ok', { method: 'OPTIONS' }, 204],
  ['/api/secret', {}, 401],
  ['/api/secret', bearer('pgk_wrong'), 401],
  ['/api/nowhere', {}, 404],
  ['/api/ok', { method: 'PUT' }, 405],
  ['/api/save', json('{'), 400],
  ['/api/save', json({ name: 'a'.repeat(2_000) }), 413],
  ['/api/save', { method: 'POST', body: 'a' }, 415],
  ['/api/broken', {}, 500],
  ['/api/openapi.json', {}, 200],
  ['/api/docs', {}, 200],
  ['/livez', {}, 200],
  ['/readyz', {}, 200],
  ['/nowhere', {}, 404],
  ['/dashboard/sign-in', {}, 200],
  ['/dashboard/api-keys', {}, 303],
];

describe('H-10 Every answer', () => {
  it.each(CASES)('of %s (%j) has the headers that it owes', async (path, init, status) => {
    const response = await service.ask(path, init);
    expect(response.status).toBe(status);
    expectHeaders(path, response.headers);
  });

  it('has them over the limit', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => service.ask('/api/limited')));
    const limited = answers.find(({ status }) => status === 429);
    expectHeaders('/api/limited', limited?.headers ?? new Headers());
  });

  it('has them to a request that is none', async () => {
    const received = await service.raw(request('GET /api/ok', ['no colon']));
    expect(received).toMatch(/^X-Content-Type-Options: nosniff\r$/m);
    expect(received).toMatch(/^X-Request-Id: [A-Za-z0-9._-]{1,64}\r$/m);
  });
});

function expectHeaders(path: string, headers: Headers): void {
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.get('X-Request-Id')).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
  expect([headers.get('Server'), headers.get('X-Powered-By')]).toEqual([null, null]);
  if (!path.startsWith('/api/')) return;
  const isSame = ['/api/openapi.json', '/api/docs'].includes(path);
  expect(headers.get('Cache-Control')).toBe(isSame ? 'no-cache' : 'no-store');
  expect(headers.get('ETag') !== null).toBe(isSame);
  expect(headers.get('Content-Security-Policy') !== null).toBe(path === '/api/docs');
}
