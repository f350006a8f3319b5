import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import Koa from 'koa';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ProcedureError, procedure } from '../../src/index.js';
import { createApp, createRouter } from '../../src/runtime/index.js';
import { HOSTED_ROUTES, handlers } from './support/hosted-routes.js';
import { openMeta } from './support/small-procedures.js';
import { startHost, stopHosts } from './support/start-host.js';
import { json, parseAnswer, request, routeOf, type ServiceSetup } from './support/start-service.js';

afterEach(stopHosts);

const cookies = procedure
  .meta(openMeta('GET', '/cookies/:how'))
  .input(z.object({ how: z.string() }))
  .output(z.string())
  .query(({ input, ctx }) => {
    if (input.how === 'koa') ctx.koa?.cookies.set('koa', '1', { httpOnly: false });
    if (input.how === 'list') ctx.response.headers['set-cookie'] = ['c=3', 'd=4'];
    else if (input.how !== 'none') ctx.response.cookies.set('b', '2', { httpOnly: false });
    if (input.how === 'throw') throw new Error('After the cookie.');
    return input.how;
  });
const write = procedure
  .meta(openMeta('POST', '/cookies'))
  .output(z.string())
  .mutation(({ ctx }) => {
    ctx.koa?.cookies.set('koa', '1', { httpOnly: false });
    ctx.response.cookies.set('b', '2', { httpOnly: false });
    return 'written';
  });
const stream = procedure
  .meta(openMeta('GET', '/stream'))
  .output(z.void())
  .query(({ ctx }) => {
    const body = new PassThrough();
    if (ctx.koa) ctx.koa.body = body;
    body.write('first');
    handlers.emit('streaming', body);
  });
const begun = procedure
  .meta(openMeta('GET', '/begun'))
  .output(z.string())
  .query(({ ctx }): string => {
    ctx.koa?.res.write('begun');
    throw new Error('After the beginning.');
  });
const refuse = procedure
  .meta(openMeta('POST', '/refusals'))
  .output(z.void())
  .mutation(({ ctx }) => {
    if (ctx.koa) Object.assign(ctx.koa, { status: 429, body: 'Later.' });
  });
const ROUTES = [
  ...HOSTED_ROUTES,
  routeOf('own-cookies', cookies),
  routeOf('write', write),
  routeOf('stream', stream),
  routeOf('begun', begun),
  routeOf('refuse', refuse),
];

/** The router in a Koa application, behind middleware of its own. */
const startBehind = (before: Koa.Middleware, setup: Partial<ServiceSetup> = {}) =>
  startHost(
    createRouter,
    (router) => {
      const app = new Koa();
      app.silent = true;
      app.use(before);
      app.use(router.routes() as Koa.Middleware);
      return app.callback();
    },
    { routes: ROUTES, ...setup },
  );

/** Middleware that does something and goes on. */
const first =
  (act: (ctx: Koa.Context) => unknown): Koa.Middleware =>
  (ctx, next) => {
    act(ctx);
    return next();
  };
const passOn = first(() => {});

describe('Cookies that a Koa application has set', () => {
  it.each<[string, Koa.Middleware]>([
    ['ctx.cookies.set', first((ctx) => ctx.cookies.set('a', '1', { httpOnly: false }))],
    ['ctx.append', first((ctx) => ctx.append('Set-Cookie', 'a=1; path=/'))],
    ['ctx.set in lower case', first((ctx) => ctx.set('set-cookie', 'a=1; path=/'))],
  ])('by %s are kept beside those of a handler', async (_how, before) => {
    const { ask } = await startBehind(before);
    const read = async (how: string) => (await ask(`/api/cookies/${how}`)).headers.getSetCookie();
    expect(await read('own')).toEqual(['a=1; path=/', 'b=2; path=/']);
    expect(await read('list')).toEqual(['a=1; path=/', 'c=3', 'd=4']);
    expect(await read('koa')).toEqual(['a=1; path=/', 'koa=1; path=/', 'b=2; path=/']);
    expect(await read('none')).toEqual(['a=1; path=/']);
    expect(await read('throw')).toEqual(['a=1; path=/']);
  });

  it('are sent once beside an answer that is given again, which sets none', async () => {
    let visits = 0;
    const { ask } = await startBehind(
      first((ctx) => ctx.cookies.set('visit', String(++visits), { httpOnly: false })),
      { config: { idempotency: { anonymous: true } } },
    );
    const send = () => ask('/api/cookies', { method: 'POST', headers: { 'Idempotency-Key': 'one' } });
    const again = [await send(), await send()];
    expect(again.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    expect(again.map(({ headers }) => headers.getSetCookie())).toEqual([
      ['visit=1; path=/', 'koa=1; path=/', 'b=2; path=/'],
      ['visit=2; path=/'],
    ]);
  });
});

describe('H-18 A failure that a handler sends through Koa', () => {
  it('is not given again where callers retry it', async () => {
    const { ask } = await startBehind(passOn, { config: { idempotency: { anonymous: true } } });
    for (let time = 0; time < 2; time++) {
      const answer = await ask('/api/refusals', { method: 'POST', headers: { 'Idempotency-Key': 'one' } });
      expect([answer.status, answer.headers.get('Idempotent-Replayed')]).toEqual([429, null]);
    }
  });
});

describe('An application of Koa around the router', () => {
  it('keeps its other headers, and what its answer depends on', async () => {
    const before = first((ctx) => {
      ctx.set({ 'X-Own': 'yes', 'Cache-Control': 'public', ETag: '"own"' });
      ctx.vary('Accept');
    });
    const { ask } = await startBehind(before, { config: { locales: ['en', 'de'] } });
    const { headers } = await ask('/api/about/Ada');
    const read = (...names: string[]) => names.map((name) => headers.get(name));
    expect(read('x-own', 'cache-control', 'vary', 'etag')).toEqual([
      'yes',
      'no-store',
      'Accept, Accept-Language',
      '"own"',
    ]);
    // It said something of a body that is not sent.
    expect((await ask('/api/nothing')).headers.has('etag')).toBe(false);
  });

  it.each([
    ['/api', '/v1/api/about/Ada'],
    ['', '/v1/about/Ada'],
    ['/v1', '/v1/v1/about/Ada'],
  ])('may mount the prefix "%s" below a path', async (prefix, path) => {
    // As koa-mount does it.
    const { ask } = await startBehind(
      async (ctx, next) => {
        const { path: whole } = ctx;
        if (!whole.startsWith('/v1/')) return;
        ctx.path = whole.slice(3);
        await next();
        ctx.path = whole;
      },
      { prefix },
    );
    const response = await ask(path);
    expect([response.status, (await response.json()).url]).toEqual([200, path]);
    expect((await ask('/about/Ada')).status).toBe(404);
  });

  it('gets what its own middleware throws, and answers it itself', async () => {
    const { ask, listProblems } = await startBehind(async (ctx, next) => {
      if (ctx.path === '/api/about/broken') ctx.throw(402, 'Own.');
      await next();
    });
    const response = await ask('/api/about/broken');
    expect([response.status, await response.text()]).toEqual([402, 'Own.']);
    expect(listProblems()).toEqual([]);
  });

  it('sees every answer on its way out', async () => {
    const seen: unknown[] = [];
    const { ask } = await startBehind(async (ctx, next) => {
      await next();
      seen.push([ctx.status, ctx.type, ctx.body]);
    });
    await ask('/api/items', { method: 'DELETE' });
    await ask('/api/items', json({ name: 'x' }));
    await ask('/elsewhere');
    expect(seen).toEqual([
      [204, '', null],
      [201, 'application/json', '"x"'],
      [404, '', undefined],
    ]);
  });

  it.each<[string, Koa.Middleware, number, string]>([
    ['an object', first((ctx) => Object.assign(ctx.request, { body: { name: 'object' } })), 201, '"object"'],
    ['a text', first((ctx) => Object.assign(ctx.request, { body: '{"name":"text"}' })), 201, '"text"'],
    [
      'the raw text',
      first((ctx) => Object.assign(ctx.request, { rawBody: '{"name":"raw"}', body: 7 })),
      201,
      '"raw"',
    ],
    ['nothing', passOn, 500, '{"success":false,"message":"Internal server error."}'],
  ])('may read the body first and leave %s', async (_what, leave, status, body) => {
    const { ask } = await startBehind(async (ctx, next) => {
      for await (const _chunk of ctx.req);
      return leave(ctx, next);
    });
    const response = await ask('/api/items', json({ name: 'sent' }));
    expect([response.status, await response.text()]).toEqual([status, body]);
  });

  it('may have a router a version', async () => {
    const v2 = await startHost(createRouter, () => () => {}, { routes: ROUTES, prefix: '/v2' });
    const { ask } = await startBehind(v2.api.routes() as Koa.Middleware, { prefix: '/v1' });
    for (const path of ['/v1/about/Ada', '/v2/about/Ada', '/v3/about/Ada'])
      expect((await ask(path)).status, path).toBe(path.startsWith('/v3') ? 404 : 200);
  });

  it('cannot put the routes into another router', async () => {
    const { api } = await startBehind(passOn);
    expect(() => (api.routes() as { router?: unknown }).router).toThrow(/cannot be nested/);
  });
});

describe('A handler under Koa', () => {
  it('may answer with a stream, which ends where its caller goes away', async () => {
    const { connect, listProblems } = await startBehind(passOn);
    const streaming = once(handlers, 'streaming');
    const { socket } = await connect(request('GET /api/stream'));
    const [body] = (await streaming) as [PassThrough];
    await once(socket, 'data');
    const closed = new Promise((resolve) => body.once('close', resolve));
    socket.destroy();
    await closed;
    expect(listProblems()).toEqual([]);
  });

  it('has an answer cut short that breaks on its way, and one line in the log', async () => {
    const { connect, listProblems } = await startHost(createApp, (app) => app.callback(), { routes: ROUTES });
    const streaming = once(handlers, 'streaming');
    const { socket, closed } = await connect(request('GET /api/stream', ['X-Request-Id: mine']));
    const [body] = (await streaming) as [PassThrough];
    await once(socket, 'data');
    body.destroy(new Error('The source broke.'));
    const { status, body: received } = parseAnswer(await closed);
    expect([status, received]).toEqual([200, '5\r\nfirst\r\n']);
    expect(listProblems()).toMatchObject([
      { level: 'error', requestId: 'mine', err: { message: 'The source broke.' } },
    ]);
  });

  it('that fails once it has begun to answer has the connection cut', async () => {
    const { raw, listProblems } = await startBehind(passOn);
    // Without the chunk that ends an answer.
    expect(await raw(request('GET /api/begun'))).not.toMatch(/\r\n0\r\n/);
    expect(listProblems()).toMatchObject([{ err: { message: 'After the beginning.' } }]);
  });
});

describe('Middleware behind createApp', () => {
  it('gets the envelope for what it throws, headers included', async () => {
    const { ask } = await startHost(
      createApp,
      (app) => {
        app.use((ctx) => {
          const headers = { 'Set-Cookie': ['a=1', 'b=2'], 'Retry-After': null, ETag: '"x"' };
          if (ctx.path === '/koa') ctx.throw(409, 'Koa.', { headers });
          throw new ProcedureError('CONFLICT', 'Procgen.', { headers: headers as never });
        });
        return app.callback();
      },
      { routes: ROUTES },
    );
    for (const [path, message] of [
      ['/koa', 'Koa.'],
      ['/procgen', 'Procgen.'],
    ] as const) {
      const response = await ask(path);
      expect([response.status, await response.json()]).toEqual([409, { success: false, message }]);
      expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
      expect(response.headers.has('retry-after')).toBe(false);
    }
  });
});

describe('An authenticate that throws', () => {
  it.each([[null], [['Custom']], [{ toString: (): string => 'no' }], ['Custom']])(
    'with %j as its challenge has one sent',
    async (challenge) => {
      const secret = procedure
        .meta({ openapi: { ...openMeta('GET', '/secret').openapi, protect: true } })
        .output(z.string())
        .query(() => 'secret');
      const { ask } = await startBehind(passOn, {
        routes: [routeOf('secret', secret)],
        config: {
          authenticate: () => {
            const headers = { 'WWW-Authenticate': challenge, 'X-List': ['a', 'b'] } as never;
            throw new ProcedureError('UNAUTHORIZED', 'Own.', { headers });
          },
        },
      });
      const { status, headers } = await ask('/api/secret');
      const isText = challenge !== null && (typeof challenge === 'string' || Array.isArray(challenge));
      expect([status, headers.get('www-authenticate')]).toEqual([401, isText ? 'Custom' : 'Bearer']);
      expect(headers.get('x-list')).toBe('a, b');
    },
  );
});
