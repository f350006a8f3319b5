import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import {
  bearer,
  parseAnswer,
  type RunningService,
  request,
  routeOf,
  startService,
  stopServices,
  UNLIMITED,
} from './support/start-service.js';

afterAll(stopServices);

let service: RunningService;
let calls: string[] = [];

const secret = (name: string, method: 'GET' | 'POST' | 'DELETE', path: string) =>
  routeOf(
    name,
    procedure
      .meta({
        openapi: { enabled: true, tags: [], summary: '', method, path, protect: true },
        rateLimit: false,
      })
      .input(z.object({ id: z.string().optional() }))
      .output(z.object({ name: z.string() }))
      .mutation(() => {
        calls.push(name);
        return { name };
      }),
  );

beforeAll(async () => {
  service = await startService({
    routes: [
      secret('me', 'GET', '/items/me'),
      secret('read', 'GET', '/items/:id'),
      secret('remove', 'DELETE', '/items/:id'),
      secret('list', 'GET', '/items'),
      secret('create', 'POST', '/items'),
    ],
    options: { rateLimiter: UNLIMITED },
  });
});

const NOT_FOUND = { success: false, message: 'Not found.' };

describe('A route', () => {
  it('that is fixed beats one with a parameter', async () => {
    const key = await service.createKey();
    expect(await (await service.ask('/api/items/me', bearer(key))).json()).toEqual({ name: 'me' });
    expect(await (await service.ask('/api/items/you', bearer(key))).json()).toEqual({ name: 'read' });
  });

  it('H-08 answers HEAD as GET, without a body', async () => {
    const key = await service.createKey();
    const got = await service.ask('/api/items', bearer(key));
    const head = await service.ask('/api/items', { ...bearer(key), method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    expect(head.headers.get('Content-Type')).toBe(got.headers.get('Content-Type'));
    expect(head.headers.get('Content-Length')).toBe(String((await got.text()).length));
    expect((await service.ask('/api/items', { method: 'HEAD' })).status).toBe(401);
  });

  it.each([
    ['/api/items', 'GET, HEAD, POST, OPTIONS'],
    ['/api/items/7', 'GET, HEAD, DELETE, OPTIONS'],
    ['/api/openapi.json', 'GET, HEAD, OPTIONS'],
  ])('H-08 %s answers OPTIONS with what it allows, and anything else with 405', async (path, allow) => {
    const options = await service.ask(path, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('Allow'), await options.text()]).toEqual([204, allow, '']);
    for (const method of ['PUT', 'PATCH', 'PROPFIND']) {
      const { status, head, body } = parseAnswer(await service.raw(request(`${method} ${path}`)));
      expect(status).toBe(405);
      expect(head).toContain(`Allow: ${allow}`);
      expect(JSON.parse(body)).toEqual({ success: false, message: 'The method is not allowed here.' });
    }
  });
});

describe('A path that no route has', () => {
  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/items/',
    '/api/items/7/',
    '/api/Items',
    '/api/ITEMS',
    '/api//items',
    '/api/items//7',
    '/api/./items',
    '/api/x/../items',
    '/api/%69tems',
    '/api/items;a',
    '/api/items%2F7',
    '/API/items',
    '/Api/items',
    '//api/items',
    '/nothing',
    '/',
    '/apix',
  ])('H-08 %s is a 404 in JSON, whatever the method', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE', 'PROPFIND', 'OPTIONS']) {
      const { status, head, body } = parseAnswer(await service.raw(request(`${method} ${path}`)));
      expect([method, status, JSON.parse(body)]).toEqual([method, 404, NOT_FOUND]);
      expect(head).toMatch(/Content-Type: application\/json/);
      expect(head).toMatch(/X-Content-Type-Options: nosniff/);
      expect(head).toMatch(/X-Request-Id: [\w-]+/);
    }
  });

  it('is not echoed', async () => {
    const received = await service.raw(request('GET /api/<script>alert(1)</script>'));
    expect(received).not.toContain('script');
  });

  it('is a 400 where its percent-encoding is broken', async () => {
    const { status, body } = parseAnswer(await service.raw(request('GET /api/%zz')));
    expect([status, JSON.parse(body).success]).toEqual([400, false]);
  });
});

describe('H-01 No handler of a protected route runs', () => {
  const spellings = (path: string) => [
    path,
    `${path}/`,
    `${path}?`,
    `${path}?a=b`,
    `${path};a`,
    `/${path}`,
    path.replace('/items', '//items'),
    path.replace('/items', '/./items'),
    path.replace('/items', '/x/../items'),
    path.replace('/items', '/Items'),
    path.replace('/items', '/%69tems'),
    path.replace('/items', '%2Fitems'),
    path.replace('/api', '/API'),
    path.replace('/api', '/%61pi'),
    `http://test${path}`,
    `http://other:80${path}?a`,
    `${path}#fragment`,
    `${path}\\`,
  ];
  const credentials: [string, string[]][] = [
    ['no key', []],
    ['a bad key', [`Authorization: Bearer pgk_${'0'.repeat(46)}`]],
    ['an empty key', ['Authorization: Bearer ']],
    ['another scheme', ['Authorization: Basic YWxpY2U6eA==']],
  ];

  it.each(credentials)('with %s, however the path is spelled', async (_what, headers) => {
    calls = [];
    for (const path of ['/api/items', '/api/items/me', '/api/items/7']) {
      for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
        for (const target of spellings(path)) {
          const received = await service.raw(request(`${method} ${target}`, headers));
          expect([target, method, [400, 401, 404, 405].includes(parseAnswer(received).status)]).toEqual([
            target,
            method,
            true,
          ]);
        }
      }
    }
    expect(calls).toEqual([]);
  });

  it('with a revoked key', async () => {
    const key = await service.createKey([], 'bob');
    calls = [];
    expect((await service.ask('/api/items', bearer(key))).status).toBe(200);
    const [record] = await service.keyring.apiKeys.list('bob');
    await service.keyring.apiKeys.delete({ userId: 'bob', id: record?.id ?? '' });
    expect((await service.ask('/api/items', bearer(key))).status).toBe(401);
    expect(calls).toEqual(['list']);
  });
});
