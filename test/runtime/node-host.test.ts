import type { ServerResponse } from 'node:http';
import Koa from 'koa';
import { afterEach, describe, expect, it } from 'vitest';
import { createRouter, type NodeListener, toNodeListener } from '../../src/runtime/index.js';
import { HOSTED_ROUTES } from './support/hosted-routes.js';
import { type Mount, type RunningHost, startHost, stopHosts } from './support/start-host.js';
import { json, type ServiceSetup } from './support/start-service.js';

afterEach(stopHosts);

const start = (mount: Mount<NodeListener> = (api) => api, setup: Partial<ServiceSetup> = {}) =>
  startHost(toNodeListener, mount, { routes: HOSTED_ROUTES, ...setup });

/** A router behind middleware that does something first. */
const startKoa = (first: (ctx: Koa.Context) => unknown) => {
  const mount: Mount<ReturnType<typeof createRouter>> = (router) => {
    const before: Koa.Middleware = (ctx, next) => {
      first(ctx);
      return next();
    };
    return new Koa()
      .use(before)
      .use(router.routes() as Koa.Middleware)
      .callback();
  };
  return startHost(createRouter, mount, { routes: HOSTED_ROUTES });
};
type Start = (set: (res: ServerResponse) => ServerResponse) => Promise<RunningHost>;

describe('A listener by hand', () => {
  it('answers 404 to what is not of the API where nobody comes next', async () => {
    const { ask } = await start();
    const response = await ask('/elsewhere');
    expect([response.status, await response.json()]).toEqual([
      404,
      { success: false, message: 'Not found.' },
    ]);
  });

  it('calls next at once and without an error, and touches nothing before', async () => {
    const given: unknown[] = [];
    const { ask } = await start((api) => (req, res) => {
      api(req, res, (...args: unknown[]) => given.push(args, res.getHeaders(), res.listenerCount('close')));
      res.end('the host');
    });
    expect(await (await ask('/elsewhere')).text()).toBe('the host');
    expect(given).toEqual([[], {}, expect.any(Number)]);
  });

  it('writes one line in the access log for a call, and none for the paths of the host', async () => {
    const { ask, lines } = await start((api) => (req, res) => api(req, res, () => res.end('the host')), {
      config: { accessLog: true },
    });
    for (const path of ['/elsewhere', '/api/about/Ada', '/api/nothing']) await ask(path);
    await expect.poll(() => lines.length).toBe(2);
    expect(lines).toMatchObject([
      { msg: 'request', path: '/api/about/Ada', status: 200, procedure: 'about' },
      { msg: 'request', path: '/api/nothing', status: 404 },
    ]);
  });

  it.each<[string, object, number]>([
    ['a text', { body: '{"name":"x"}' }, 201],
    ['bytes', { body: new TextEncoder().encode('{"name":"x"}') }, 201],
    ['raw bytes beside a value', { rawBody: Buffer.from('{"name":"x"}'), body: { name: 7 } }, 201],
    ['a value', { body: { name: 'x' } }, 201],
    ['an empty text', { body: '' }, 400],
    ['null', { body: null }, 400],
    ['a list', { body: ['x'] }, 400],
    ['what JSON cannot say', { body: () => {} }, 500],
  ])('takes %s that the host has read', async (_what, left, status) => {
    const { ask } = await start((api) => async (req, res) => {
      for await (const _chunk of req);
      api(Object.assign(req, left), res);
    });
    expect((await ask('/api/items', json({ name: 'sent' }))).status).toBe(status);
  });

  it('believes X-Forwarded-For as far as trustProxy says', async () => {
    const headers = { 'X-Forwarded-For': '198.51.100.1, 203.0.113.7' };
    const read = async (trustProxy: number | string[]) => {
      const { ask } = await start(undefined, { config: { trustProxy } });
      return (await (await ask('/api/about/Ada', { headers })).json()).ip;
    };
    expect(await Promise.all([0, 1, 2, ['127.0.0.1']].map(read))).toEqual([
      '127.0.0.1',
      '203.0.113.7',
      '198.51.100.1',
      '203.0.113.7',
    ]);
  });
});

describe('Headers that the application has set', () => {
  it.each<[string, Start]>([
    ['a listener', (set) => start((api) => (req, res) => api(req, set(res)))],
    ['a router of Koa', (set) => startKoa((ctx) => set(ctx.res))],
  ])('do not describe a body that %s does not send', async (_what, startIt) => {
    const { ask } = await startIt((res) =>
      res.setHeader('ETag', '"own"').setHeader('Content-Type', 'text/html').setHeader('X-Own', 'own'),
    );
    const read = async (path: string, method: string) => {
      const { headers } = await ask(path, { method });
      return ['etag', 'content-type', 'x-own'].map((name) => headers.get(name));
    };
    const type = 'application/json; charset=utf-8';
    expect(await read('/api/about/Ada', 'GET')).toEqual(['"own"', type, 'own']);
    expect(await read('/api/about/Ada', 'HEAD')).toEqual(['"own"', type, 'own']);
    expect(await read('/api/nothing', 'GET')).toEqual([null, type, 'own']);
    expect(await read('/api/items', 'DELETE')).toEqual(['"own"', null, 'own']);
  });
});

/** More than a connection takes at once. */
const LONG = 'x'.repeat(20_000_000);

/** The host has answered, and lets the API answer nevertheless. */
const answerFirst = (res: ServerResponse) => void res.writeHead(200).end(LONG);

describe('An answer of the host that is on its way', () => {
  it.each([
    [
      'a listener',
      () =>
        start((api) => (req, res) => {
          answerFirst(res);
          api(req, res);
        }),
    ],
    [
      'a router of Koa',
      () =>
        startKoa((ctx) => {
          ctx.respond = false;
          answerFirst(ctx.res);
        }),
    ],
  ])('is not cut short by a failure of %s', async (_what, startIt) => {
    const { ask } = await startIt();
    for (const path of ['/api/about/Ada', '/api/nothing']) {
      const response = await ask(path);
      expect((await response.text()).length, path).toBe(LONG.length);
    }
  });
});
