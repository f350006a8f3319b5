import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { actionResponse, binary, eventStream, ok, procedure } from '../../src/index.js';
import { createLog, createRouter } from '../../src/runtime/index.js';
import { json, routeOf, stopServices, tableOf, temporaryFolder } from './support/start-service.js';

const meta = (method: 'GET' | 'POST', path: string) => ({
  openapi: { enabled: true, tags: [], summary: '', method, path, protect: false },
  rateLimit: false as const,
});
const hello = procedure
  .meta(meta('GET', '/hello'))
  .output(actionResponse(z.string()))
  .query(() => ok('hello'));
const echo = procedure
  .meta(meta('POST', '/echo'))
  .input(z.object({ name: z.string() }))
  .output(z.string())
  .mutation(({ input }) => input.name);
const broken = procedure
  .meta(meta('GET', '/broken'))
  .output(z.string())
  .query(() => {
    throw new Error('hunter2');
  });
const nothing = procedure
  .meta(meta('GET', '/nothing'))
  .output(z.void())
  .query(() => {});
const raw = procedure
  .meta(meta('GET', '/raw'))
  .output(z.void())
  .query(({ ctx }) => {
    if (!ctx.koa) return;
    ctx.koa.type = 'text/csv';
    ctx.koa.body = 'a,b';
  });

/** Resolves when the answer of `endless` or `ticks` has begun. */
let begun = () => {};
const endless = procedure
  .meta(meta('GET', '/endless'))
  .output(binary())
  .query(async function* () {
    for (;;) {
      yield Buffer.alloc(100_000);
      begun();
      await new Promise(setImmediate);
    }
  });
const ticks = procedure
  .meta(meta('GET', '/ticks'))
  .output(eventStream(z.number()))
  .query(async function* ({ ctx }) {
    yield 1;
    begun();
    await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
  });
const breaking = procedure
  .meta(meta('GET', '/breaking'))
  .output(binary())
  .query(async function* () {
    yield Buffer.alloc(1);
    await new Promise(setImmediate);
    throw new Error('The stream is broken.');
  });

let url = '';
let lines: unknown[] = [];
let foreignErrors: unknown[] = [];
let onAnswer = (_res: ServerResponse) => {};
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const router = createRouter(
    await tableOf({
      routes: [
        routeOf('hello', hello),
        routeOf('echo', echo, { body: 'required' }),
        routeOf('broken', broken),
        routeOf('nothing', nothing),
        routeOf('nothing204', nothing, { path: '/nothing204', status: 204 }),
        routeOf('raw', raw),
        routeOf('endless', endless),
        routeOf('ticks', ticks),
        routeOf('breaking', breaking),
      ],
    }),
    {},
    {
      log: createLog({ destination: { write: (line) => void lines.push(JSON.parse(line)) } }),
      cwd: await temporaryFolder(),
    },
  );
  const app = new Koa();
  app.on('error', (error) => foreignErrors.push(error));
  app.use(async (ctx, next) => {
    const stale = ctx.get('X-Stale');
    if (stale !== '') ctx.body = stale === 'json' ? { stale } : stale;
    await next();
  });
  app.use(async (ctx, next) => {
    if (ctx.get('X-Parsed') !== '') {
      const chunks: Buffer[] = [];
      for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
      const bytes = Buffer.concat(chunks);
      const leftovers: Record<string, object> = {
        text: { rawBody: bytes.toString() },
        bytes: { rawBody: bytes },
        value: { body: bytes.length === 0 ? {} : JSON.parse(bytes.toString()) },
        nothing: {},
      };
      Object.assign(ctx.request, leftovers[ctx.get('X-Parsed')]);
    }
    await next();
    ctx.set('X-Foreign', `${ctx.status}`);
    if (ctx.get('X-Reset') !== '') throw Object.assign(new Error('Redis is gone.'), { code: 'ECONNRESET' });
  });
  app.use(router.routes());
  app.use(router.allowedMethods());
  app.use((ctx) => {
    if (ctx.path === '/own') ctx.body = 'own';
  });
  const handle = app.callback();
  const server = createServer((req, res) => {
    onAnswer(res);
    handle(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stops.push(
    () => new Promise((resolve) => server.close(resolve)),
    () => router.close(),
  );
  await router.ready();
});

afterAll(async () => {
  for (const stop of stops) await stop();
  await stopServices();
});

describe('A router in an application of someone else', () => {
  it.each<[string, string, number, unknown]>([
    ['GET', '/api/hello', 200, { success: true, payload: 'hello' }],
    ['GET', '/api/broken', 500, { success: false, message: 'Internal server error.' }],
    ['GET', '/api/none', 404, { success: false, message: 'Not found.' }],
    ['PROPFIND', '/api/none', 404, { success: false, message: 'Not found.' }],
    ['DELETE', '/api/hello', 405, { success: false, message: 'The method is not allowed here.' }],
    ['GET', '/api/openapi.json', 200, expect.objectContaining({ openapi: '3.1.1' })],
  ])('answers %s %s itself', async (method, path, status, body) => {
    foreignErrors = [];
    const response = await fetch(`${url}${path}`, { method });
    expect([response.status, await response.json()]).toEqual([status, body]);
    expect(response.headers.get('X-Foreign')).toBe(String(status));
    expect(response.headers.get('X-Request-Id')).not.toBeNull();
    expect(foreignErrors).toEqual([]);
  });

  it.each(['/api/hello#a', '/api/hello?a=1#b', '/api/none#a'])(
    'answers 400 to the fragment of %s',
    async (path) => {
      const { port } = new URL(url);
      const answer = await new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1', () =>
          socket.write(`GET ${path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`),
        );
        let text = '';
        socket.on('data', (bytes) => {
          text += bytes;
        });
        socket.on('end', () => resolve(text)).on('error', reject);
      });
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('{"success":false,"message":');
    },
  );

  it.each([
    ['endless', 'end'],
    ['endless', 'reset'],
    ['ticks', 'end'],
    ['ticks', 'reset'],
  ] as const)('tells the application nothing of a caller who leaves %s by %s', async (path, how) => {
    foreignErrors = [];
    const { port } = new URL(url);
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const closed = new Promise<void>((resolve) => {
      onAnswer = (res) => res.once('close', resolve);
    });
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`GET /api/${path} HTTP/1.1\r\nHost: test\r\n\r\n`);
    await hasBegun;
    if (how === 'end') socket.destroy();
    else socket.resetAndDestroy();
    await closed;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(foreignErrors).toEqual([]);
  });

  it('tells the application of a stream that breaks', async () => {
    foreignErrors = [];
    const broken = fetch(`${url}/api/breaking`).then((response) => response.arrayBuffer());
    await expect(broken).rejects.toThrow();
    await expect.poll(() => foreignErrors.map(String)).toContain('Error: The stream is broken.');
  });

  it('leaves an error of other middleware to the application, whatever its code', async () => {
    foreignErrors = [];
    const response = await fetch(`${url}/api/hello`, { headers: { 'X-Reset': 'yes' } });
    expect(response.status).toBe(500);
    expect(foreignErrors.map(String)).toEqual(['Error: Redis is gone.']);
  });

  it('leaves everything outside its prefix alone', async () => {
    const own = await fetch(`${url}/own`);
    expect([own.status, await own.text()]).toEqual([200, 'own']);
    const nothing = await fetch(`${url}/nothing`);
    expect([nothing.status, await nothing.text()]).toEqual([404, 'Not Found']);
    for (const { headers } of [own, nothing]) {
      expect(headers.get('X-Request-Id')).toBeNull();
      expect(headers.get('X-Content-Type-Options')).toBeNull();
    }
    for (const path of ['/livez', '/dashboard/sign-in', '/apix', '/API/hello']) {
      expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 404]);
    }
  });

  it.each(['text', 'json'])('sends nothing of a body (%s) that was set before it', async (stale) => {
    const ask = async (path: string) => {
      const response = await fetch(`${url}/api/${path}`, { headers: { 'X-Stale': stale } });
      return [response.status, await response.text(), response.headers.get('Content-Type')];
    };
    expect(await ask('nothing')).toEqual([200, '', null]);
    expect(await ask('nothing204')).toEqual([204, '', null]);
    expect(await ask('raw')).toEqual([200, 'a,b', 'text/csv; charset=utf-8']);
    expect(await ask('hello')).toEqual([
      200,
      '{"success":true,"payload":"hello"}',
      'application/json; charset=utf-8',
    ]);
  });

  it.each(['text', 'bytes', 'value'])('takes a body that a parser has read before it as %s', async (left) => {
    const send = async (body: unknown, headers = {}) => {
      const response = await fetch(`${url}/api/echo`, json(body, { 'X-Parsed': left, ...headers }));
      return [response.status, await response.json()];
    };
    const refused = (message: unknown, more = {}) => [400, { success: false, message, ...more }];
    expect(await send({ name: 'a' })).toEqual([200, 'a']);
    expect(await send({ name: 1 })).toEqual(refused(expect.any(String), { errors: [expect.anything()] }));
    expect(await send('{"name":"a","__proto__":{}}')).toEqual(
      refused('The body has a key that is not allowed.'),
    );
    expect(await send(`{"name":${'['.repeat(65)}${']'.repeat(65)}}`)).toEqual(
      refused('The body is nested deeper than 64 levels.'),
    );
    expect(await send({ name: 'a'.repeat(1_048_576) })).toEqual([
      413,
      { success: false, message: 'The body is larger than 1048576 bytes.' },
    ]);
  });

  it('tells the operator of a body that was read before it and is gone', async () => {
    lines = [];
    const response = await fetch(`${url}/api/echo`, json({ name: 'a' }, { 'X-Parsed': 'nothing' }));
    expect([response.status, await response.json()]).toEqual([
      500,
      { success: false, message: 'Internal server error.' },
    ]);
    expect(lines).toMatchObject([
      { procedure: 'echo', err: { message: expect.stringContaining('Other middleware read the body') } },
    ]);
  });
});

it('A router shows its routes as a router does', async () => {
  const router = createRouter(
    await tableOf({ routes: [routeOf('hello', hello)] }),
    {},
    {
      log: createLog({ level: 'silent' }),
      cwd: await temporaryFolder(),
    },
  );
  expect(router.opts.prefix).toBe('/api');
  expect(router.stack.map(({ path }) => path)).toContain('/api/hello');
  expect(router.url('hello')).toBe('/api/hello');
  await router.close();
});

it('A router does not let itself be put inside another one, where it would never be reached', async () => {
  const table = await tableOf({ routes: [routeOf('hello', hello)] });
  const options = { log: createLog({ level: 'silent' }), cwd: await temporaryFolder() };
  const router = createRouter(table, {}, options);
  expect(() => new Router().use(router.routes())).toThrow('app.use(router.routes())');
  expect(() => new Router().use('/v1', router.middleware())).toThrow('app.use(router.routes())');
  expect(() => new Koa().use(router.routes())).not.toThrow();
  await router.close();
});
