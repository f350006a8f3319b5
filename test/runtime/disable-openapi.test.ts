import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Config, procedure } from '../../src/index.js';
import { createLog, createRouter, type RateLimiter } from '../../src/runtime/index.js';
import { describeKeyUse } from '../../src/runtime/service/describe-key-use.js';
import { routeOf, startService, stopServices, tableOf, temporaryFolder } from './support/start-service.js';

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  await stopServices();
});

let ran = 0;
const meta = (method: 'GET' | 'POST', path: string, protect: boolean) => ({
  openapi: { enabled: true, tags: [], summary: '', method, path, protect },
});
const list = procedure
  .meta(meta('GET', '/items', true))
  .output(z.string())
  .query(() => `list ${++ran}`);
const find = procedure
  .meta(meta('GET', '/items/:id', false))
  .input(z.object({ id: z.string() }))
  .output(z.string())
  .query(() => `find ${++ran}`);
const create = procedure
  .meta(meta('POST', '/items', false))
  .input(z.object({ name: z.string() }))
  .output(z.string())
  .mutation(() => `create ${++ran}`);
const ROUTES = [
  routeOf('list', list),
  routeOf('find', find),
  routeOf('create', create, { body: 'required' }),
];

const DISABLED: Config = { disableOpenAPI: true, cors: '*', accessLog: false };
const NOT_FOUND = { success: false, message: 'Not found.' };
const PATHS = [
  '/api',
  '/api/',
  '/api/items',
  '/api/items/7',
  '/api/none',
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/explorer.js',
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

let counted = 0;
/** Counts what is counted, refusals before authentication too. */
const limiter: RateLimiter = {
  consume: async (_counter, { limit, windowMs }) => {
    counted++;
    return { isLimited: false, remaining: limit, resetMs: windowMs };
  },
  close: async () => {},
};

/** Of a target as it is written, which `fetch` would put in order. */
function readStatus(url: string, path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    get({ hostname, port, path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

/** Every path, by every method, with the headers that would make an answer tell routes apart. */
async function expectNothing(url: string): Promise<void> {
  ran = 0;
  counted = 0;
  for (const path of PATHS) {
    const answers = new Set<string>();
    for (const method of METHODS) {
      const headers = {
        Authorization: 'Bearer wrong',
        Origin: 'https://page.example',
        'Access-Control-Request-Method': 'POST',
        'Content-Type': 'application/json',
      };
      const body = /^P/.test(method) ? '{"name":1}' : null;
      const response = await fetch(url + path, { method, headers, body });
      expect([method, path, response.status]).toEqual([method, path, 404]);
      expect(response.headers.get('Content-Type')).toContain('application/json');
      const names = [...response.headers.keys()].filter(
        (name) => !/^(date|x-request-id|connection|keep-alive)$/.test(name),
      );
      answers.add(names.join());
      expect(names.join()).not.toMatch(/allow|authenticate|ratelimit|retry/);
      if (method !== 'HEAD') expect(await response.json()).toEqual(NOT_FOUND);
    }
    expect([path, answers.size]).toEqual([path, 1]);
  }
  expect([ran, counted]).toEqual([0, 0]);
}

describe('H-26 disableOpenAPI answers 404 to everything under /api', () => {
  it.each(['development', 'production'] as const)('in createApp, in %s', async (mode) => {
    const { url } = await startService({
      routes: ROUTES,
      config: DISABLED,
      options: { mode, rateLimiter: limiter },
    });
    await expectNothing(url);
    for (const path of ['/livez', '/readyz', '/dashboard/sign-in'])
      expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
  });

  it('in a router that stands in another application', async () => {
    const options = {
      cwd: await temporaryFolder(),
      log: createLog({ level: 'silent' }),
      rateLimiter: limiter,
    };
    const router = createRouter(await tableOf({ routes: ROUTES }), { ...DISABLED, overload: false }, options);
    const app = new Koa();
    app.use(router.routes());
    app.use((ctx) => {
      ctx.body = 'own';
    });
    const server = createServer(app.callback());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stops.push(
      () => router.close(),
      () => new Promise((resolve) => server.close(resolve)),
    );
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expectNothing(url);
    expect(await (await fetch(`${url}/own`)).text()).toBe('own');
    expect(router.stack).toEqual([]);
  });

  it('from one configuration to the next, without a description to read', async () => {
    const { url, app } = await startService({ routes: ROUTES, options: { rateLimiter: limiter } });
    const table = await tableOf({ routes: ROUTES });
    expect((await fetch(`${url}/api/items/7`)).status).toBe(200);
    await app.replaceRoutes({ ...table, description: new URL('file:///none/openapi.json') }, DISABLED);
    await expectNothing(url);
    await app.replaceRoutes(table, {});
    expect((await fetch(`${url}/api/items/7`)).status).toBe(200);
  });

  it('but for a malformed target, which is a 400 everywhere', async () => {
    const statuses = async (config: Config) => {
      const { url } = await startService({ routes: ROUTES, config, options: { rateLimiter: limiter } });
      const paths = ['/api/items/7#y', '/api/x#y', '/x#y', '/api/%zz'];
      return Promise.all(paths.map((path) => readStatus(url, path)));
    };
    expect(await statuses(DISABLED)).toEqual([400, 400, 400, 400]);
    expect(await statuses({ accessLog: false })).toEqual([400, 400, 400, 400]);
  });

  it('and the dashboard has no call to try a key with', () => {
    const use = describeKeyUse({ routes: ROUTES } as never, { disableOpenAPI: true });
    expect(use).toMatchObject({ areKeysAccepted: true, isApiServed: false });
  });
});
