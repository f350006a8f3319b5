import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import { createLog, createRouter } from '../../src/runtime/index.js';
import { describeKeyUse } from '../../src/runtime/service/describe-key-use.js';
import { routeOf, startService, stopServices, tableOf, temporaryFolder } from './support/start-service.js';

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  await stopServices();
});

const meta = (method: 'GET' | 'POST', path: string, protect = false) => ({
  openapi: { enabled: true, tags: [], summary: '', method, path, protect },
});
const list = procedure
  .meta(meta('GET', '/items'))
  .output(z.string())
  .query(() => 'list');
const find = procedure
  .meta(meta('GET', '/items/:id'))
  .input(z.object({ id: z.string() }))
  .output(z.string())
  .query(({ input }) => `find ${input.id}`);
const hidden = procedure
  .meta(meta('GET', '/hidden', true))
  .output(z.string())
  .query(() => 'hidden');
const ROUTES = [
  routeOf('list', list),
  routeOf('find', find, { deprecation: { Link: '</v1/items>; rel="successor-version"' } }),
  routeOf('hidden', hidden),
];

const NOT_FOUND = { success: false, message: 'Not found.' };

describe('A service with the prefix /v1', () => {
  test('answers everything under it, and nothing of the API elsewhere', async () => {
    const { ask, createKey } = await startService({ routes: ROUTES, prefix: '/v1' });
    expect(await (await ask('/v1/items')).json()).toBe('list');
    const found = await ask('/v1/items/7');
    expect(await found.json()).toBe('find 7');
    expect(found.headers.get('link')).toBe('</v1/items>; rel="successor-version"');
    expect((await ask('/v1/openapi.json')).status).toBe(200);
    expect((await ask('/v1/items', { method: 'DELETE' })).status).toBe(405);
    for (const path of [
      '/v1',
      '/v1/none',
      '/v1/items/',
      '/v10/items',
      '/items',
      '/api',
      '/api/items',
      '/api/openapi.json',
    ]) {
      const answer = await ask(path);
      expect([path, answer.status, await answer.json()]).toEqual([path, 404, NOT_FOUND]);
    }
    expect((await ask('/v1/hidden')).status).toBe(401);
    const authorization = `Bearer ${await createKey()}`;
    expect((await ask('/v1/hidden', { headers: { authorization } })).status).toBe(200);
    expect((await ask('/livez')).status).toBe(200);
    expect((await ask('/dashboard/sign-in')).status).toBe(200);
  });

  test('has an explorer there in development', async () => {
    const { ask } = await startService({ routes: ROUTES, prefix: '/v1', options: { mode: 'development' } });
    for (const path of ['/v1/docs', '/v1/docs/explorer.js', '/v1/docs/explorer.css']) {
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
    }
    expect((await ask('/api/docs')).status).toBe(404);
  });
});

describe('A service without a prefix', () => {
  test('answers at the paths of its procedures, and its host at all others', async () => {
    const { ask } = await startService({ routes: ROUTES, prefix: '', options: { mode: 'development' } });
    expect(await (await ask('/items')).json()).toBe('list');
    expect(await (await ask('/items/7')).json()).toBe('find 7');
    expect((await ask('/items', { method: 'DELETE' })).status).toBe(405);
    expect((await ask('/hidden')).status).toBe(401);
    for (const path of [
      '/openapi.json',
      '/docs',
      '/docs/explorer.js',
      '/livez',
      '/readyz',
      '/dashboard/sign-in',
    ]) {
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
    }
    for (const path of ['/', '/api', '/api/items', '/none', '/items/', '/items/7/none']) {
      const answer = await ask(path);
      expect([path, answer.status, await answer.json()]).toEqual([path, 404, NOT_FOUND]);
    }
  });

  test('leaves what it does not know to the application that it is mounted in', async () => {
    const table = { ...(await tableOf({ routes: ROUTES })), prefix: '' };
    const router = createRouter(
      table,
      {},
      { cwd: await temporaryFolder(), log: createLog({ destination: { write() {} } }) },
    );
    const koa = new Koa();
    koa.use(router.routes());
    koa.use((ctx) => {
      ctx.body = `host ${ctx.path}`;
    });
    await router.ready();
    const server = createServer(koa.callback()).listen(0, '127.0.0.1');
    stops.push(
      () => router.close(),
      async () => server.close(),
    );
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    expect(await (await ask('/items')).json()).toBe('list');
    expect(await (await ask('/items/7')).json()).toBe('find 7');
    for (const path of ['/', '/none', '/api/items', '/livez']) {
      expect(await (await ask(path)).text()).toBe(`host ${path}`);
    }
    expect(router.url('list')).toBe('/items');
  });
});

test('New routes may stand after another prefix.', async () => {
  const { app, ask } = await startService({ routes: ROUTES });
  expect((await ask('/api/items')).status).toBe(200);
  await app.replaceRoutes({ ...(await tableOf({ routes: ROUTES })), prefix: '/v2' }, { accessLog: false });
  expect((await ask('/v2/items')).status).toBe(200);
  expect((await ask('/api/items')).status).toBe(404);
});

test('The dashboard tries a key where the API is.', () => {
  const table = { routes: [routeOf('hidden', hidden)], prefix: '/v1' };
  const { prefix, findSample } = describeKeyUse(table as never, {});
  expect([prefix, findSample([])?.path]).toEqual(['/v1', '/hidden']);
});
