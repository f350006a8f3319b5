import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import Koa from 'koa';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ProcedureError, procedure } from '../../src/index.js';
import {
  createApp,
  createFetchHandler,
  createLog,
  createRouter,
  toNodeListener,
} from '../../src/runtime/index.js';
import { routeOf, stopServices, tableOf, temporaryFolder, UNLIMITED } from './support/start-service.js';

/** What the applications around the service do to requests and answers. */
const at = (method: 'GET' | 'POST', path: string) =>
  procedure.meta({ openapi: { enabled: true, tags: [], summary: '', method, path, protect: false } });

const ROUTES = [
  routeOf(
    'echo',
    at('POST', '/echo')
      .input(z.object({ name: z.string() }))
      .output(z.object({ name: z.string() }))
      .mutation(({ input }) => input),
    { body: 'required' },
  ),
  routeOf(
    'cookie',
    at('GET', '/cookie')
      .output(z.string())
      .query(({ ctx }) => {
        ctx.response.cookies.set('own', '1');
        return 'set';
      }),
  ),
  routeOf(
    'teapot',
    at('GET', '/teapot')
      .output(z.string())
      .query(() => {
        const headers = {
          'Set-Cookie': ['a=1', 'b=2'],
          'X-None': null,
          'X-Undefined': undefined,
          'X-Number': 7,
        };
        throw new ProcedureError('CONFLICT', 'No.', { headers: headers as never });
      }),
  ),
  routeOf(
    'address',
    at('GET', '/address')
      .output(z.string())
      .query(({ ctx }) => ctx.request.ip),
  ),
];

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  await stopServices();
});

async function options(lines: object[] = []) {
  const log = createLog({ destination: { write: (line) => void lines.push(JSON.parse(line)) } });
  return { log, rateLimiter: UNLIMITED, cwd: await temporaryFolder() };
}

const CONFIG = { accessLog: false, overload: false, bodyLimit: 1_000 } as const;

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function createListener() {
  const listener = toNodeListener(await tableOf({ routes: ROUTES }), CONFIG, await options());
  await listener.ready();
  stops.push(listener.close);
  return listener;
}

async function createFetch(lines: object[] = []) {
  const handle = createFetchHandler(await tableOf({ routes: ROUTES }), CONFIG, await options(lines));
  await handle.ready();
  stops.push(handle.close);
  return handle;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('A body parser before the listener', () => {
  type Leave = (req: IncomingMessage & { body?: unknown; rawBody?: unknown }, text: string) => void;
  const parsers: readonly (readonly [string, Leave])[] = [
    ['an object', (req, text) => (req.body = JSON.parse(text))],
    ['a text', (req, text) => (req.body = text)],
    ['bytes', (req, text) => (req.body = Buffer.from(text))],
    [
      'the raw text beside a value',
      (req, text) => Object.assign(req, { rawBody: text, body: { name: 'other' } }),
    ],
  ];

  it.each(parsers)('may leave %s', async (_name, leave) => {
    const listener = await createListener();
    const url = await listen(async (req, res) => {
      leave(req, await readText(req));
      listener(req, res);
    });
    const response = await fetch(`${url}/api/echo`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: '{"name":"ü"}',
    });
    expect([response.status, await response.json()]).toEqual([200, { name: 'ü' }]);
  });

  it('is told to the operator, and a 500 to the caller, where it left nothing', async () => {
    const lines: object[] = [];
    const listener = toNodeListener(await tableOf({ routes: ROUTES }), CONFIG, await options(lines));
    await listener.ready();
    stops.push(listener.close);
    const url = await listen(async (req, res) => {
      await readText(req);
      listener(req, res);
    });
    const response = await fetch(`${url}/api/echo`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: '{"name":"x"}',
    });
    expect(response.status).toBe(500);
    expect(JSON.stringify(lines)).toContain('Other middleware read the body');
  });
});

describe('Cookies that an application has set before', () => {
  const names = (response: Response) => response.headers.getSetCookie().map((one) => one.split('=', 1)[0]);

  it.each(['Set-Cookie', 'set-cookie'])('as %s stay beside those of the handler under Node', async (name) => {
    const listener = await createListener();
    const url = await listen((req, res: ServerResponse) => {
      res.setHeader(name, 'session=x');
      listener(req, res);
    });
    expect(names(await fetch(`${url}/api/cookie`))).toEqual(['session', 'own']);
  });

  it.each(['app', 'router'])('stay under Koa, in an application with the %s', async (kind) => {
    const table = await tableOf({ routes: ROUTES });
    const koa = new Koa();
    koa.use((ctx, next) => {
      ctx.cookies.set('session', 'x');
      return next();
    });
    const service =
      kind === 'app'
        ? createApp(table, CONFIG, await options())
        : createRouter(table, CONFIG, await options());
    await service.ready();
    stops.push(service.close.bind(service));
    if ('routes' in service) koa.use(service.routes());
    else for (const one of (service as unknown as Koa).middleware) koa.use(one);
    const url = await listen(koa.callback());
    expect(names(await fetch(`${url}/api/cookie`))).toEqual(['session', 'own']);
  });
});

describe('Headers of an error that a handler throws', () => {
  it('may be lists, are texts, and are left out where they are nothing', async () => {
    const handle = await createFetch();
    const listener = await createListener();
    const answers = [
      await handle(new Request('http://test/api/teapot')),
      await fetch(`${await listen(listener)}/api/teapot`),
    ];
    for (const { status, headers } of answers) {
      expect(status).toBe(409);
      expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
      expect([headers.get('x-none'), headers.get('x-undefined'), headers.get('x-number')]).toEqual([
        null,
        null,
        '7',
      ]);
    }
  });
});

describe('A body of the Fetch standard', () => {
  function stream(chunks: readonly string[]) {
    let cancelled = 0;
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      },
      cancel() {
        cancelled += 1;
      },
    });
    return { body, countCancelled: () => cancelled };
  }

  const post = (body: ReadableStream, headers: Record<string, string> = {}) =>
    new Request('http://test/api/echo', {
      method: 'POST',
      headers: { ...JSON_TYPE, ...headers },
      body,
      duplex: 'half',
    } as RequestInit);

  it('is cancelled where it says that it is too long', async () => {
    const handle = await createFetch();
    const { body, countCancelled } = stream(['{']);
    const response = await handle(post(body, { 'Content-Length': '1001' }));
    expect([response.status, countCancelled()]).toEqual([413, 1]);
  });

  it.each([
    ['at once', ['x'.repeat(600), 'x'.repeat(600)]],
    ['in one piece', ['x'.repeat(1_200)]],
  ])('is cancelled where it is too long, and comes %s', async (_how, chunks) => {
    const handle = await createFetch();
    const { body, countCancelled } = stream(chunks);
    const response = await handle(post(body, { 'Content-Length': '10' }));
    expect([response.status, countCancelled()]).toEqual([413, 1]);
  });

  it('may not be read before, which the log tells', async () => {
    const lines: object[] = [];
    const handle = await createFetch(lines);
    const request = new Request('http://test/api/echo', {
      method: 'POST',
      headers: JSON_TYPE,
      body: '{"name":"x"}',
    });
    await request.text();
    expect((await handle(request)).status).toBe(500);
    expect(JSON.stringify(lines)).toContain('has already been read');
  });

  it('that never comes leaves with its caller', async () => {
    const handle = await createFetch();
    const { body } = stream([]);
    const controller = new AbortController();
    const requested = handle(new Request(post(body), { signal: controller.signal }));
    setImmediate(() => controller.abort());
    expect((await requested).status).toBe(499);
  });
});

describe('The address of a caller under fetch', () => {
  it('is what the host tells; other things in its place are passed over', async () => {
    const handle = await createFetch();
    const ask = async (info?: object) => (await handle(new Request('http://test/api/address'), info)).json();
    expect(await ask({ address: '192.0.2.7' })).toBe('192.0.2.7');
    expect(await ask({ address: 7 })).toBe('');
    expect(await ask({ params: Promise.resolve({}) })).toBe('');
    expect(await ask()).toBe('');
  });
});
