import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import Koa from 'koa';
import { afterEach, describe, expect, it } from 'vitest';
import { createRouter, type NodeListener, toNodeListener } from '../../src/runtime/index.js';
import { HOSTED_ROUTES } from './support/hosted-routes.js';
import { type Mount, startHost, stopHosts } from './support/start-host.js';
import { json, type ServiceSetup } from './support/start-service.js';

afterEach(stopHosts);

const start = (mount: Mount<NodeListener> = (api) => api, setup: Partial<ServiceSetup> = {}) =>
  startHost(toNodeListener, mount, { routes: HOSTED_ROUTES, ...setup });

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

/** More than a connection takes at once. */
const LONG = 'x'.repeat(20_000_000);

/** The host has answered, and lets the API answer nevertheless. */
const answerFirst = (res: ServerResponse) => void res.writeHead(200).end(LONG);

describe('An answer of the host that is on its way', () => {
  it.each<[string, () => Promise<{ ask(path: string): Promise<Response> }>]>([
    [
      'a listener',
      () =>
        start(
          (api): RequestListener =>
            (req: IncomingMessage, res) => {
              answerFirst(res);
              api(req, res);
            },
        ),
    ],
    [
      'a router of Koa',
      () => {
        const mount: Mount<ReturnType<typeof createRouter>> = (router) =>
          new Koa()
            .use((ctx, next) => {
              ctx.respond = false;
              answerFirst(ctx.res);
              return next();
            })
            .use(router.routes() as Koa.Middleware)
            .callback();
        return startHost(createRouter, mount, { routes: HOSTED_ROUTES });
      },
    ],
  ])('is not cut short by a failure of %s', async (_what, startIt) => {
    const { ask } = await startIt();
    for (const path of ['/api/about/Ada', '/api/nothing']) {
      const response = await ask(path);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect((await response.text()).length, path).toBe(LONG.length);
    }
  });
});
