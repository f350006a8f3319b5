import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Agent, createServer, type RequestListener, type Server, request as sendRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import fc from 'fast-check';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ok, ProcedureError, procedure } from '../../src/index.js';
import { openKeyring } from '../../src/keys/open-keyring.js';
import type { ErrorCode } from '../../src/protocol/error-code.js';
import {
  createApp,
  createFetchHandler,
  createLog,
  createRouter,
  type FetchHandler,
  type RouteTable,
  toNodeListener,
} from '../../src/runtime/index.js';
import { HOST_EXCEPTIONS } from './support/host-exceptions.js';
import {
  request,
  routeOf,
  stopServices,
  tableOf,
  temporaryFolder,
  UNLIMITED,
} from './support/start-service.js';

const NOW = Date.UTC(2026, 2, 10, 12);

type Method = 'GET' | 'POST' | 'DELETE';
const at = (method: Method, path: string, protect = false) =>
  procedure.meta({ openapi: { enabled: true, tags: [], summary: '', method, path, protect } });

const Thing = z.object({ id: z.string(), at: z.date(), tags: z.array(z.string()).optional() });
const DRAFT = z.object({
  name: z.string().min(2),
  price: z.number().min(0),
  tags: z.array(z.string().min(1)).default([]),
});

const HOWS = ['cookies', 'status', 'late', 'lines', 'odd', 'type', 'vary', 'latin', 'no'] as const;

const ROUTES = [
  routeOf(
    'read',
    at('GET', '/things/:id', true)
      .input(z.object({ id: z.string().max(9), limit: z.number().int().optional() }))
      .output(Thing)
      .query(({ input }) => ({ id: input.id, at: new Date(NOW), secret: 'hidden', tags: ['a"b', 'ü'] })),
    { plan: { path: { id: 'string' }, query: { object: { limit: 'number' } } } },
  ),
  routeOf(
    'create',
    at('POST', '/things', true)
      .input(DRAFT)
      .output(z.any())
      .mutation(async ({ input, ctx }) => {
        await new Promise(setImmediate);
        return ok({ ...input, user: ctx.user?.id, ip: ctx.request.ip, url: ctx.request.url });
      }),
    { status: 201, body: 'required' },
  ),
  routeOf(
    'remove',
    at('DELETE', '/things/:id')
      .input(z.object({ id: z.string() }))
      .output(z.void())
      .mutation(() => {}),
    {
      status: 204,
    },
  ),
  routeOf(
    'nothing',
    at('GET', '/nothing')
      .output(z.void())
      .query(() => {}),
  ),
  routeOf(
    'refined',
    at('GET', '/refined')
      .input(z.object({ x: z.string().refine(async (value) => value !== 'no', 'Not no.') }))
      .output(z.string().transform((value) => value.length))
      .query(({ input }) => input.x),
    { plan: { query: { object: { x: 'string' } } } },
  ),
  routeOf(
    'throw',
    at('GET', '/throw/:code')
      .input(z.object({ code: z.string() }))
      .output(z.string())
      .query(({ input }) => {
        if (input.code === 'error') throw new Error('hidden');
        throw new ProcedureError(input.code as ErrorCode, 'Thrown.', {
          headers: { 'Retry-After': '7', ETag: '"x"' },
        });
      }),
  ),
  routeOf(
    'bad',
    at('GET', '/bad')
      .output(z.object({ n: z.number() }))
      .query(() => ({ n: 'x' }) as never),
  ),
  routeOf(
    'draft',
    at('GET', '/draft/:how')
      .input(z.object({ how: z.enum(HOWS) }))
      .output(z.string().optional())
      .use(async ({ next, input }) => next({ ctx: { how: input.how } }))
      .query(({ ctx }) => {
        const { response, how } = ctx;
        if (how === 'late') response.headers.etag = '"late"';
        if (how === 'lines') response.headers['Set-Cookie'] = ['a=1', 'b=2'];
        if (how === 'odd') response.headers['X-Odd'] = 'a\nb';
        if (how === 'type') response.headers['Content-Type'] = 'application/vnd.own+json';
        if (how === 'vary') response.headers.Vary = 'Accept, origin';
        // Not ASCII in the headers, and nothing else in the body.
        if (how === 'latin') response.headers['X-Latin'] = '\u00e9';
        if (how === 'status') response.status = 202;
        if (how === 'cookies') response.cookies.set('a', 'b', { sameSite: 'lax', maxAge: 0 });
        return how === 'no' ? undefined : how;
      }),
    { plan: { path: { how: 'string' } } },
  ),
  routeOf(
    'old',
    at('GET', '/old/:id')
      .input(z.object({ id: z.string() }))
      .output(z.literal('old'))
      .query(() => 'old' as const),
    {
      deprecation: { Deprecation: '@1700000000', Link: '</api/things/{id}>; rel="successor-version"' },
    },
  ),
];

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PROPFIND'];
const TARGETS = [
  '/api/things/7',
  '/api/things/7?limit=3',
  '/api/things/7?limit=x&limit=y',
  '/api/things/much-too-long',
  '/api/things/%ff',
  '/api/things/a%2Fb?x=%zz',
  '/api/things',
  '/api/nothing',
  '/api/refined?x=yes',
  '/api/refined?x=no',
  '/api/refined',
  '/api/bad',
  '/api/old/a%20b',
  '/api',
  '/api/none',
  '/api/openapi.json',
  '/api/docs',
  ...['error', 'NOT_FOUND', 'UNAUTHORIZED', 'INTERNAL', 'SERVICE_UNAVAILABLE'].map(
    (code) => `/api/throw/${code}`,
  ),
  ...HOWS.map((how) => `/api/draft/${how}`),
];
const BODIES = [
  undefined,
  '',
  '{"name":"long","price":1.5}',
  '{"name":"x","price":"1","tags":["",3]}',
  '{"name":',
  '[]',
  '{"__proto__":1}',
  '\ufeff{"name":"ok","price":1}',
  `{"name":"${'x'.repeat(3000)}","price":1}`,
];
const HEADERS = [
  'Authorization: Bearer KEY',
  'Authorization: Bearer wrong',
  'Authorization: Basic x',
  'Origin: https://app.example',
  'Origin: https://other.example',
  'Access-Control-Request-Method: POST',
  'Accept-Language: de',
  'Content-Type: application/json',
  'Content-Type: application/json; charset=latin1',
  'Content-Encoding: gzip',
  'X-Request-Id: mine',
];

let ask: (server: 'node' | 'koa', ...texts: string[]) => Promise<string>;
let handle: FetchHandler;
let key = '';
const stops: (() => Promise<unknown>)[] = [];

async function listen(listener: RequestListener): Promise<number> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port;
}

const quiet = () => createLog({ level: 'silent' });

beforeAll(async () => {
  const keyring = await openKeyring({ store: 'file:store.json', cwd: await temporaryFolder() });
  const table: RouteTable = await tableOf({ routes: ROUTES });
  // No overload: how busy the machine is must not make a difference.
  const config = {
    accessLog: false,
    cors: ['https://app.example'],
    bodyLimit: 2_000,
    locales: ['en', 'de'],
    overload: false,
  } as const;
  const options = { log: quiet(), keyring, now: () => NOW, rateLimiter: UNLIMITED };
  const koa = createApp(table, config, options);
  const node = toNodeListener(table, config, { ...options, serves: 'all' });
  handle = createFetchHandler(table, config, { ...options, serves: 'all' });
  for (const host of [koa, node, handle]) await host.ready();
  await keyring.users.ensure('alice');
  key = (await keyring.apiKeys.create({ userId: 'alice', name: 'test' })).secret;
  const ports = { koa: await listen(koa.callback()), node: await listen(node) };
  ask = (server, ...texts) => exchange(ports[server], ...texts);
  stops.unshift(...[koa, node, handle, keyring].map((host) => () => host.close()));
});

afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  await stopServices();
});

/** Sends one text, or several with a moment between them. */
function exchange(port: number, ...texts: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, async () => {
      for (const [index, text] of texts.entries()) {
        if (index > 0) await new Promise((resume) => setTimeout(resume, 1));
        socket.write(text);
      }
    });
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      received += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The bytes of one answer or several, without what differs from one moment to the next. */
function settle(received: string): string {
  return received.replaceAll(/\r\nDate: [^\r]*/g, '').replaceAll(UUID, 'uuid');
}

it('The tests that a host is not held to are in files that are there', () => {
  const files = Object.values(HOST_EXCEPTIONS).flatMap((byReason) => Object.values(byReason ?? {}).flat());
  for (const { file } of files) expect(existsSync(new URL(`../${file}`, import.meta.url)), file).toBe(true);
});

describe('An answer of one host', () => {
  const requests = fc.record({
    method: fc.constantFrom(...METHODS),
    target: fc.constantFrom(...TARGETS),
    headers: fc.uniqueArray(fc.constantFrom(...HEADERS), {
      selector: (line) => line.split(':')[0],
      maxLength: 5,
    }),
    body: fc.constantFrom(...BODIES),
  });
  const print = ({ method, target, headers, body }: Sent) => {
    const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
    const lines = [...headers.map((line) => line.replace('KEY', key)), ...length];
    return request(`${method} ${target}`, lines, body ?? '');
  };

  it('is byte for byte what the others send, failures included', async () => {
    const statuses = new Set<string>();
    await fc.assert(
      fc.asyncProperty(requests, async (sent) => {
        const text = print(sent);
        const [node, koa] = [await ask('node', text), await ask('koa', text)];
        statuses.add(node.slice(9, 12));
        expect(settle(node)).toBe(settle(koa));
        if (canFetch(sent)) expect(await askFetch(sent)).toEqual(parse(settle(node)));
      }),
      { numRuns: 600, includeErrorInReport: true },
    );
    expect([...statuses].sort()).toEqual(
      expect.arrayContaining(['200', '204', '400', '401', '404', '405', '500']),
    );
  });

  it('is the same where several requests come on one connection, whole or in pieces', async () => {
    const short = requests.filter(({ body = '' }) => body.length < 1_000);
    const conversations = fc.record({
      sents: fc.array(short, { minLength: 1, maxLength: 3 }),
      cuts: fc.array(fc.nat(600), { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(conversations, async ({ sents, cuts }) => {
        const texts = sents.map(print);
        const last = texts.pop() as string;
        const text = texts.map((one) => one.replace('Connection: close\r\n', '')).join('') + last;
        const places = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
        const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
        const [node, koa] = [await ask('node', ...pieces), await ask('koa', ...pieces)];
        expect(node.match(/HTTP\/1\.1 \d{3} /g)).toHaveLength(sents.length);
        expect(settle(node)).toBe(settle(koa));
        expect(settle(node)).toBe(settle(await ask('node', text)));
      }),
      { numRuns: 150, includeErrorInReport: true },
    );
  });

  it('is the same where a long body is left unread', async () => {
    const text = request('GET /api/nothing', ['Content-Length: 3022'], BODIES.at(-1));
    expect(settle(await ask('node', text))).toBe(settle(await ask('koa', text)));
  });

  it.each(TARGETS)('to GET %s is the same, with a key and without one', async (target) => {
    for (const headers of [[], [`Authorization: Bearer ${key}`]]) {
      const text = request(`GET ${target}`, headers);
      const koa = settle(await ask('koa', text));
      expect(settle(await ask('node', text))).toBe(koa);
      expect(await askFetch({ method: 'GET', target, headers, body: undefined })).toEqual(parse(koa));
    }
  });

  it('to a mutation with an Idempotency-Key is the same, and so is the repetition', async () => {
    const body = '{"name":"long","price":1}';
    const send = async (server: 'node' | 'koa', name: string) => {
      const length = `Content-Length: ${body.length}`;
      const type = 'Content-Type: application/json';
      const lines = [`Authorization: Bearer ${key}`, type, length, `Idempotency-Key: ${name}`];
      return settle(await ask(server, request('POST /api/things', lines, body)));
    };
    const first = await send('node', 'a');
    expect(first).toContain('201 Created');
    expect(await send('koa', 'b')).toBe(first);
    const again = await send('node', 'a');
    expect(again).toContain('Idempotent-Replayed: true');
    expect(await send('koa', 'b')).toBe(again);
  });
});

/** A `Request` cannot be a GET with a body. Node sends a header beyond ASCII in another encoding where there is no body. */
function canFetch({ method, target, body }: Sent): boolean {
  if (method === 'HEAD' && target.endsWith('latin')) return false;
  return body === undefined || !['GET', 'HEAD'].includes(method);
}

/** The same request, asked through fetch. */
async function askFetch({ method, target, headers, body }: Sent): Promise<unknown> {
  const request = new Request(`http://test${target}`, {
    method,
    headers: [
      ...headers.map((line) => line.replace('KEY', key).split(': ') as [string, string]),
      ...(body === undefined
        ? []
        : [['Content-Length', String(Buffer.byteLength(body))] as [string, string]]),
    ],
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
  });
  const response = await handle(request, { address: '127.0.0.1' });
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  return { status: response.status, headers: lines.map(settle).sort(), body: settle(await response.text()) };
}

/** An answer as fetch shows it; what the connection is, is the server's to say. */
function parse(answer: string): unknown {
  const end = answer.indexOf('\r\n\r\n');
  const [first = '', ...lines] = answer.slice(0, end).split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]));
  for (const name of ['connection', 'keep-alive', 'date']) headers.delete(name);
  const shown = [...headers].map(([name, value]) => `${name}: ${value}`);
  return { status: Number(first.slice(9, 12)), headers: shown.sort(), body: answer.slice(end + 4) };
}

interface Sent {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly string[];
  readonly body: string | undefined;
}

describe('A host with middleware of its own around the router', () => {
  it.each(['koa', 'node'] as const)(
    'is told of the end of each request with a body, while its connection stays open (%s)',
    async (host) => {
      const save = at('POST', '/notes')
        .input(z.object({ text: z.string() }))
        .output(z.string());
      const routes = [
        routeOf(
          'save',
          save.mutation(({ input }) => input.text),
          { body: 'required' },
        ),
      ];
      const table = await tableOf({ routes });
      const options = { log: quiet(), cwd: await temporaryFolder(), rateLimiter: UNLIMITED };
      const inner =
        host === 'koa'
          ? createApp(table, { overload: false }, options)
          : toNodeListener(table, { overload: false }, options);
      stops.unshift(() => inner.close());
      await inner.ready();
      const answer = 'callback' in inner ? inner.callback() : inner;
      const ends: Promise<void>[] = [];
      const port = await listen((req, res) => {
        ends.push(finished(req));
        answer(req, res);
      });
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const headers = { 'Content-Type': 'application/json' };
      for (let index = 0; index < 3; index++) {
        const sent = sendRequest({ port, agent, method: 'POST', path: '/api/notes', headers });
        sent.end('{"text":"kept"}');
        const [response] = await once(sent, 'response');
        expect(await text(response)).toBe('"kept"');
      }
      await Promise.all(ends);
      expect(ends).toHaveLength(3);
      agent.destroy();
    },
  );

  it.each(['before', 'after'] as const)(
    'sees an answer end once when it wraps that %s the router has run',
    async (when) => {
      const options = { log: quiet(), cwd: await temporaryFolder(), rateLimiter: UNLIMITED };
      const router = createRouter(await tableOf({ routes: ROUTES }), { overload: false }, options);
      stops.unshift(() => router.close());
      await router.ready();
      const seen: unknown[] = [];
      const app = new Koa();
      app.use(async ({ res }, next) => {
        const wrap = () => {
          for (const name of ['write', 'end'] as const) {
            const plain = res[name].bind(res) as (...given: unknown[]) => never;
            res[name] = (...given: unknown[]) => {
              seen.push([name, ...given]);
              return plain(...given);
            };
          }
        };
        if (when === 'before') wrap();
        await next();
        if (when === 'after') wrap();
      });
      app.use(router.routes());
      const port = await listen(app.callback());
      const answer = await exchange(port, request('GET /api/old/7'));
      expect(answer).toMatch(/\r\nContent-Length: 5\r\n.*\r\n\r\n"old"$/s);
      expect(seen).toEqual([['end', '"old"']]);
    },
  );

  it('sees the text of an answer that it hands to the callback of an application', async () => {
    const options = { log: quiet(), cwd: await temporaryFolder(), rateLimiter: UNLIMITED };
    const app = createApp(await tableOf({ routes: ROUTES }), { overload: false }, options);
    stops.unshift(() => app.close());
    await app.ready();
    const answer = app.callback();
    const seen: unknown[] = [];
    const port = await listen((req, res) => {
      const plain = res.end.bind(res) as (...given: unknown[]) => never;
      res.end = (...given: unknown[]) => {
        seen.push(given[0]);
        return plain(...given);
      };
      return answer(req, res);
    });
    expect(await exchange(port, request('GET /api/old/7'))).toMatch(/\r\n\r\n"old"$/);
    expect(seen).toEqual(['"old"']);
  });

  it('may take the length off an answer', async () => {
    const options = { log: quiet(), cwd: await temporaryFolder(), rateLimiter: UNLIMITED };
    const router = createRouter(await tableOf({ routes: ROUTES }), { overload: false }, options);
    stops.unshift(() => router.close());
    await router.ready();
    const app = new Koa();
    app.use(async (ctx, next) => {
      await next();
      ctx.remove('Content-Length');
    });
    app.use(router.routes());
    const port = await listen(app.callback());
    const answer = await exchange(port, request('GET /api/old/7'));
    expect(answer).not.toContain('Content-Length');
    expect(answer).toMatch(/\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n"old"\r\n0\r\n\r\n$/);
  });

  it('sees every request and every answer, and can change both', async () => {
    const router = createRouter(
      await tableOf({ routes: ROUTES }),
      {},
      {
        log: quiet(),
        cwd: await temporaryFolder(),
        rateLimiter: UNLIMITED,
        now: () => NOW,
      },
    );
    stops.unshift(() => router.close());
    await router.ready();
    const seen: unknown[] = [];
    const app = new Koa();
    app.use(async (ctx, next) => {
      seen.push(`first ${ctx.method} ${ctx.path}`);
      await next();
      seen.push(['first', ctx.status, ctx.response.get('X-Second')]);
    });
    app.use(async (ctx, next) => {
      ctx.path = ctx.path.replace('/v2/', '/api/');
      ctx.state.tenant = 'acme';
      await next();
      ctx.set('X-Second', String(ctx._matchedRoute));
      if (ctx.path.endsWith('/bad')) ctx.status = 502;
    });
    app.use(async (ctx, next) => {
      await next();
      seen.push(['third', ctx.status, ctx.body, ctx.type, ctx.params]);
      if (typeof ctx.body === 'string') ctx.body = ctx.body.replace('"old"', '"rewritten"');
    });
    app.use(router.routes());
    const port = await listen(app.callback());
    const old = await exchange(port, request('GET /v2/old/7'));
    expect(old).toContain('HTTP/1.1 200 OK\r\n');
    expect(old).toContain('X-Second: /api/old/:id\r\n');
    expect(old).toContain('Content-Length: 11\r\n');
    expect(old).toMatch(/\r\n\r\n"rewritten"$/);
    const bad = await exchange(port, request('GET /api/bad'));
    expect(bad).toContain('HTTP/1.1 502 ');
    expect(bad).toMatch(/\r\n\r\n{"success":false,"message":"Internal server error."}$/);
    expect(seen).toEqual([
      'first GET /v2/old/7',
      ['third', 200, '"old"', 'application/json', { id: '7' }],
      ['first', 200, '/api/old/:id'],
      'first GET /api/bad',
      ['third', 500, '{"success":false,"message":"Internal server error."}', 'application/json', {}],
      ['first', 502, '/api/bad'],
    ]);
  });
});
