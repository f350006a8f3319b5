import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Logger } from '../../src/definition/context.js';
import {
  actionResponse,
  type Config,
  type ErrorCode,
  ok,
  ProcedureError,
  procedure,
} from '../../src/index.js';
import { STATUS_BY_CODE } from '../../src/protocol/error-code.js';
import { createLog, type Route } from '../../src/runtime/index.js';
import { prepareDeprecation } from '../../src/runtime/respond/announce-deprecation.js';
import { Answer } from '../../src/runtime/respond/answer.js';
import {
  parseAnswer,
  request,
  routeOf,
  type ServiceSetup,
  startService,
  stopServices,
} from './support/start-service.js';

afterAll(stopServices);

type Handler = Parameters<typeof builder.query>[0];
const builder = procedure.meta({
  openapi: { enabled: true, tags: [], summary: '', method: 'GET', path: '/it', protect: false },
  rateLimit: false,
});

/** A service of one route, `GET /api/it`. */
async function serve(
  handler: Handler,
  output: z.ZodType = z.any(),
  more: Partial<Route> = {},
  config: Config = {},
  host: ServiceSetup['host'] = 'node',
) {
  const service = await startService({
    routes: [routeOf('it', builder.output(output).query(handler as never), more)],
    config,
    host,
  });
  return { ...service, get: (init?: RequestInit) => service.ask('/api/it', init) };
}

const refuse = (): never => {
  throw new Error('not to be read');
};

const FAILED = { success: false, message: 'Internal server error.' };

describe('A success', () => {
  it('is the output, checked and stripped by its schema', async () => {
    const { get } = await serve(
      () => ok({ id: 1, secret: 'x', nested: { a: 1, secret: 'x' } }),
      actionResponse(z.object({ id: z.number(), nested: z.object({ a: z.number() }) })),
    );
    const response = await get();
    expect(await response.text()).toBe('{"success":true,"payload":{"id":1,"nested":{"a":1}}}');
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.get('Server')).toBeNull();
    expect(response.headers.get('X-Powered-By')).toBeNull();
  });

  it.each<[string, unknown, z.ZodType, string]>([
    ['a date', new Date(0), z.date(), '"1970-01-01T00:00:00.000Z"'],
    ['a bigint', { n: 2n ** 64n }, z.object({ n: z.bigint() }), '{"n":"18446744073709551616"}'],
    ['a set', { s: new Set([1, 2]) }, z.object({ s: z.set(z.number()) }), '{"s":[1,2]}'],
    ['bigints in a set', new Set([1n]), z.set(z.bigint()), '["1"]'],
    ['a bigint of unknown make', { n: 1n }, z.any(), '{"n":"1"}'],
    ['null', null, z.null(), 'null'],
    ['false', false, z.boolean(), 'false'],
    ['an empty string', '', z.string(), '""'],
    ['what a transform makes of it', 'ab', z.string().transform((text) => text.length), '2'],
    ['a default', {}, z.object({ n: z.number().default(1) }), '{"n":1}'],
    [
      'a bigint behind a name',
      { a: { n: 1n } },
      z.object({ a: z.lazy(() => z.object({ n: z.bigint() })) }),
      '{"a":{"n":"1"}}',
    ],
  ])('that is %s travels as JSON', async (_what, value, schema, text) => {
    const { get } = await serve(() => value as never, schema);
    const response = await get();
    expect([response.status, await response.text()]).toEqual([200, text]);
  });

  it.each([
    [204, z.void()],
    [200, z.void()],
    [201, z.undefined()],
    [200, z.lazy(() => z.void().readonly())],
    [
      200,
      z
        .string()
        .transform(() => undefined)
        .pipe(z.undefined()),
    ],
  ])('of status %i without an output has no body and no content type', async (status, schema) => {
    const { get } = await serve(() => (schema.type === 'pipe' ? '' : undefined) as never, schema, { status });
    const response = await get();
    expect([response.status, await response.text(), response.headers.get('Content-Type')]).toEqual([
      status,
      '',
      null,
    ]);
  });

  it('has the status and the headers that the handler sets', async () => {
    const { get } = await serve(({ ctx }) => {
      ctx.response.status = 202;
      ctx.response.headers.location = '/jobs/1';
      ctx.response.headers['set-cookie'] = ['a=1', 'b=2'];
      ctx.response.headers['x-count'] = 3;
      ctx.response.headers['cache-control'] = 'max-age=60';
      ctx.response.headers['content-length'] = 1;
      return { job: 1 } as never;
    });
    const response = await get();
    expect([response.status, await response.text()]).toEqual([202, '{"job":1}']);
    expect(response.headers.get('Location')).toBe('/jobs/1');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('X-Count')).toBe('3');
    expect(response.headers.get('Cache-Control')).toBe('max-age=60');
  });

  it.each(['node', 'koa'] as const)('of status 205 has no body, under %s', async (host) => {
    const handler: Handler = ({ ctx }) => {
      ctx.response.status = 205;
      return { job: 1 } as never;
    };
    const service = await serve(handler, undefined, {}, {}, host);
    const received = await service.raw(request('GET /api/it'));
    expect(received).toMatch(/^HTTP\/1\.1 205 /);
    expect(received).not.toContain('job');
    expect(received).not.toMatch(/^(?:Content-Length: [1-9]|Transfer-Encoding)/im);
  });

  it('can be given through Koa, where that is the host', async () => {
    const handler: Handler = ({ ctx }) => {
      if (!ctx.koa) throw new TypeError('Koa is not the host.');
      ctx.koa.type = 'text/csv';
      ctx.koa.body = 'a,b';
    };
    expect((await (await serve(handler, z.void())).get()).status).toBe(500);
    const { get } = await serve(handler, z.void(), {}, {}, 'koa');
    const response = await get();
    expect([response.status, await response.text()]).toEqual([200, 'a,b']);
    expect(response.headers.get('Content-Type')).toContain('text/csv');
  });
});

describe('H-09 A handler', () => {
  it.each<[string, (() => never) | (() => unknown), z.ZodType?]>([
    [
      'throws an error',
      () => {
        throw new Error('password=hunter2 at /srv/app.js');
      },
    ],
    [
      'throws a string',
      () => {
        throw 'hunter2';
      },
    ],
    [
      'throws null',
      () => {
        throw null;
      },
    ],
    [
      'throws undefined',
      () => {
        throw undefined;
      },
    ],
    [
      'throws a bigint',
      () => {
        throw 10n;
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('hunter2');
      },
    ],
    ['throws a ZodError', () => z.number().parse('hunter2')],
    [
      'returns a cycle',
      () => {
        const a: Record<string, unknown> = {};
        a.a = a;
        return a;
      },
    ],
    ['returns nothing where an output may be missing', () => undefined, z.string().optional()],
    ['returns nothing where an output may be anything', () => undefined],
    ['returns a function', () => () => 'hunter2'],
    ['returns what its schema refuses', () => ({ id: 'hunter2' }), z.object({ id: z.number() })],
    [
      'throws an internal ProcedureError',
      () => {
        throw new ProcedureError('INTERNAL', 'hunter2');
      },
    ],
    [
      'throws a frozen error',
      () => {
        throw Object.freeze(new Error('hunter2'));
      },
    ],
    [
      'throws an error whose message throws',
      () => {
        throw Object.defineProperty(new Error('hunter2'), 'message', { get: refuse });
      },
    ],
    [
      'throws what refuses to be looked at',
      () => {
        throw new Proxy(new Error('hunter2'), { get: refuse, has: refuse, getPrototypeOf: refuse });
      },
    ],
    [
      'throws an error of a code that does not exist',
      () => {
        throw new ProcedureError('TEAPOT' as never, 'hunter2');
      },
    ],
    [
      'throws field errors that are none',
      () => {
        throw new ProcedureError('BAD_REQUEST', 'hunter2', { errors: [{ path: 1n, message: 1n }] as never });
      },
    ],
    [
      'throws an exposed status that is none',
      () => {
        throw Object.assign(new Error('hunter2'), { status: 400.5, expose: true });
      },
    ],
    [
      'throws an unexposed 404',
      () => {
        throw Object.assign(new Error('hunter2'), { status: 404 });
      },
    ],
  ])(
    'that %s makes a 500 that says nothing, logged once, and the server lives',
    async (_what, handler, schema) => {
      const told: (readonly unknown[])[] = [];
      const { get, lines } = await serve(
        handler as never,
        schema,
        {},
        { onError: (...args) => told.push(args) },
      );
      const response = await get();
      expect([response.status, await response.json()]).toEqual([500, FAILED]);
      expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);
      expect(lines.at(-1)).toMatchObject({
        msg: 'request failed',
        procedure: 'it',
        requestId: response.headers.get('X-Request-Id'),
        method: 'GET',
        path: '/api/it',
      });
      // What was thrown may refuse to be compared.
      const where = { procedure: 'it', requestId: response.headers.get('X-Request-Id') };
      expect(told.map(([_thrown, ...rest]) => rest)).toEqual([[where]]);
      expect((await get()).status).toBe(500);
    },
  );

  it('whose stream breaks is logged once, with its request, and its answer is not taken for whole', async () => {
    const handler: Handler = ({ ctx }) => {
      let chunks = 0;
      if (!ctx.koa) return;
      ctx.koa.body = new Readable({
        read() {
          chunks += 1;
          if (chunks < 3) this.push('a');
          else this.destroy(new Error('hunter2'));
        },
      });
    };
    const { get, lines } = await serve(handler, z.void(), {}, {}, 'koa');
    const requestId = 'the-request';
    await expect(get({ headers: { 'X-Request-Id': requestId } }).then((it) => it.text())).rejects.toThrow();
    expect(lines).toMatchObject([
      {
        level: 'error',
        msg: 'a response was cut short',
        requestId,
        procedure: 'it',
        err: { message: 'hunter2' },
      },
    ]);
  });

  it('that throws a frozen error is logged with that error and its cause', async () => {
    const { get, lines } = await serve(() => {
      throw Object.freeze(new RangeError('hunter2', { cause: new Error('no database') }));
    });
    await get();
    const stack = expect.stringContaining('RangeError: hunter2');
    expect(lines).toMatchObject([{ err: { type: 'RangeError', message: 'hunter2: no database', stack } }]);
  });

  it('that throws what cannot be read is logged with what can', async () => {
    const { get, lines } = await serve(() => {
      throw Object.defineProperty(new RangeError('hunter2'), 'message', { get: refuse });
    });
    const { headers } = await get();
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(lines).toMatchObject([
      { err: { type: 'RangeError', message: 'The thrown value cannot be read.' } },
    ]);
  });

  it('that throws is answered also where the log of the application throws', async () => {
    const lines: object[] = [];
    const error = (line: object) => {
      const { err } = line as { err: { tag?: unknown } };
      err.tag = 'seen';
      lines.push(line);
    };
    const log = { ...createLog({ level: 'silent' }), error } as unknown as Logger;
    const service = await startService({
      routes: [
        routeOf(
          'it',
          builder.output(z.any()).query(() => {
            throw Object.freeze(new Error('hunter2'));
          }),
        ),
      ],
      options: { log },
    });
    const response = await service.ask('/api/it');
    expect([response.status, await response.json()]).toEqual([500, FAILED]);
    expect(lines).toMatchObject([{ procedure: 'it', err: { message: 'hunter2' } }]);
  });

  it.each([
    ['a status that is no success', 404],
    ['a status that is none', 0.5],
  ])('that sets %s makes a 500', async (_what, status) => {
    const { get } = await serve(({ ctx }) => {
      ctx.response.status = status;
      return 1 as never;
    });
    expect((await get()).status).toBe(500);
  });

  it('that sets a header HTTP cannot carry makes a 500', async () => {
    const { get } = await serve(({ ctx }) => {
      ctx.response.headers['x-name'] = 'a\r\nx-injected: 1';
      return 1 as never;
    });
    const response = await get();
    expect([response.status, response.headers.get('X-Injected')]).toEqual([500, null]);
  });

  it.each([
    ['a length', 'Content-Length', '3'],
    ['a transfer encoding', 'transfer-encoding', 'chunked'],
    ['an encoding', 'Content-Encoding', 'gzip'],
    ['a type', 'content-type', 'text/html'],
    ['a range', 'Content-Range', 'bytes 0-1/2'],
    ['a connection', 'Connection', 'keep-alive, upgrade'],
    ['an upgrade', 'Upgrade', 'h2c'],
  ])(
    "that throws another server's answer with %s sends the envelope as it is",
    async (_what, name, value) => {
      const headers = { [name]: value, 'X-From': 'there' };
      for (const thrown of [
        new ProcedureError('NOT_FOUND', 'No such item.', { headers }),
        Object.assign(new Error('No such item.'), { status: 404, expose: true, headers }),
      ]) {
        const service = await serve(() => {
          throw thrown;
        });
        const received = await service.raw(request('GET /api/it'));
        const { status, head, body } = parseAnswer(received);
        expect([status, JSON.parse(body)]).toEqual([404, { success: false, message: 'No such item.' }]);
        expect(head).toContain(`Content-Length: ${body.length}`);
        expect(head).toContain('Content-Type: application/json; charset=utf-8');
        expect(head).toContain('X-From: there');
        expect(head).not.toContain(`${name}: ${value}`);
      }
    },
  );

  it.each(Object.entries(STATUS_BY_CODE))('that throws %s answers %i', async (code, status) => {
    const errors = [{ path: ['a'], message: 'b' }];
    const { get, lines } = await serve(() => {
      throw new ProcedureError(code as ErrorCode, 'No such item.', {
        errors,
        headers: { 'Retry-After': '7' },
      });
    });
    const response = await get();
    expect(response.status).toBe(status);
    expect(response.headers.get('Retry-After')).toBe('7');
    const body = await response.json();
    if (status < 500) expect(body).toEqual({ success: false, message: 'No such item.', errors });
    else expect(body).toEqual({ success: false, message: expect.not.stringContaining('item') });
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(status < 500 ? 0 : 1);
  });

  it("that throws an exposed 4xx of Koa's kind passes its message on", async () => {
    const { get } = await serve(() => {
      throw Object.assign(new Error('I am a teapot.'), { expose: true, status: 418 });
    });
    const response = await get();
    expect([response.status, await response.json()]).toEqual([
      418,
      { success: false, message: 'I am a teapot.' },
    ]);
  });

  it('may fail together with onError', async () => {
    const { get, lines } = await serve(
      () => {
        throw new Error('first');
      },
      undefined,
      {},
      {
        onError: () => {
          throw new Error('second');
        },
      },
    );
    expect((await get()).status).toBe(500);
    expect(lines.map(({ msg }) => msg)).toEqual(['request failed', 'onError failed']);
  });

  it('that outlasts its time is a 503, told so by its signal, and what it does later is ignored', async () => {
    let reason: unknown;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { get, lines } = await serve(
      async ({ ctx }) => {
        await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
        reason = ctx.signal.reason;
        end();
        throw new Error('too late');
      },
      undefined,
      {},
      { requestTimeoutMs: 30 },
    );
    const response = await get();
    expect([response.status, await response.json()]).toEqual([
      503,
      { success: false, message: 'The service is unavailable.' },
    ]);
    await ended;
    expect(reason).toBeInstanceOf(ProcedureError);
    await sleep(20);
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);
  });

  it('that never ends is cut off', async () => {
    const { get } = await serve(
      () => new Promise(() => {}) as never,
      undefined,
      {},
      { requestTimeoutMs: 30 },
    );
    expect((await get()).status).toBe(503);
  });

  it('is told by its signal that the caller went away, and that is no error', async () => {
    let begun = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let gone = (_reason: unknown) => {};
    const isGone = new Promise<unknown>((resolve) => {
      gone = resolve;
    });
    const { get, lines, app } = await serve(async ({ ctx }) => {
      begun();
      await new Promise((_, reject) =>
        ctx.signal.addEventListener('abort', () => {
          gone(ctx.signal.reason);
          reject(ctx.signal.reason);
        }),
      );
    });
    const controller = new AbortController();
    const requested = get({ signal: controller.signal }).catch(() => 'aborted');
    await hasBegun;
    controller.abort();
    expect(await requested).toBe('aborted');
    expect(await isGone).toBeInstanceOf(ProcedureError);
    await app.close();
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('Every answer', () => {
  it.each([
    ['a-b_c.9', true],
    ['a'.repeat(64), true],
    ['a'.repeat(65), false],
    ['a b', false],
    ['a"b', false],
  ])('H-10 carries the request id %s when it is harmless: %s', async (id, isKept) => {
    const { get } = await serve(({ ctx }) => ctx.requestId as never);
    const response = await get({ headers: { 'X-Request-Id': id } });
    const sent = response.headers.get('X-Request-Id');
    expect(sent === id).toBe(isKept);
    expect(sent).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
    expect(await response.json()).toBe(sent);
  });

  it('of a deprecated procedure says so, failures included', async () => {
    const deprecation = {
      Deprecation: '@1767225600',
      Sunset: 'Thu, 31 Dec 2026 00:00:00 GMT',
      Link: '</api/new>; rel="successor-version"',
    };
    const { get, ask } = await serve(() => 1 as never, undefined, { deprecation, protect: true });
    const response = await get();
    expect(response.status).toBe(401);
    for (const [name, value] of Object.entries(deprecation)) expect(response.headers.get(name)).toBe(value);
    expect((await ask('/api/nothing')).headers.get('Deprecation')).toBeNull();
  });
});

describe('The link to what replaces a procedure', () => {
  const Link = '</api/v2/items/{id}/parts/{part}>; rel="successor-version"';
  const linkOf = async (path: string) => {
    const deprecation = { Deprecation: '@1767225600', Link };
    const { ask } = await serve(() => 1 as never, undefined, { path: '/items/:id/:part', deprecation });
    const { headers } = await ask(path);
    expect(headers.get('Deprecation')).toBe('@1767225600');
    return headers.get('Link');
  };

  it.each([
    ['/api/items/7/a', '7', 'a'],
    ['/api/items/7/a%20b%2Fc', '7', 'a%20b%2Fc'],
    ['/api/items/7/%3E;rel=%22me%22', '7', '%3E%3Brel%3D%22me%22'],
    ['/api/items/7/%7Bid%7D', '7', '%7Bid%7D'],
    ['/api/items/none/é', 'none', '%C3%A9'],
  ])('leads to the same one: of %s', async (path, id, part) => {
    expect(await linkOf(path)).toBe(`</api/v2/items/${id}/parts/${part}>; rel="successor-version"`);
  });

  it.each([
    ['/shop/api/items/7/a?b', '/api/items/7/a', '/shop/api/v2/items/7/parts/a'],
    ['/a/b/api/items/7/a', '/api/items/7/a', '/a/b/api/v2/items/7/parts/a'],
    ['/api/items/7/a', '/api/items/7/a', '/api/v2/items/7/parts/a'],
    ['/somewhere/else', '/api/items/7/a', '/api/v2/items/7/parts/a'],
    ['/x>;rel="me"/api/items/7/a', '/api/items/7/a', '/api/v2/items/7/parts/a'],
  ])('leads through the mount point of the router: of %s, seen as %s', (url, path, target) => {
    const route = routeOf('it', builder.query(refuse), { path: '/items/:id/:part', deprecation: { Link } });
    const answer = new Answer([]);
    prepareDeprecation(route)(answer, ['7', 'a'], { path, url });
    expect(answer.headers).toEqual(['Link', `<${target}>; rel="successor-version"`]);
  });

  it('is not sent where the request does not say which', async () => {
    expect(await linkOf('/api/items/7/%FF')).toBeNull();
  });
});

describe('The context', () => {
  it("has the application's own part, made after authentication", async () => {
    const { get } = await serve(
      ({ ctx }) => (ctx as never as { tenant: string }).tenant as never,
      undefined,
      {},
      {
        context: async ({ user, requestId }) => ({ tenant: `${user?.id ?? 'nobody'} ${requestId}` }),
      },
    );
    expect(await (await get({ headers: { 'X-Request-Id': 'r' } })).json()).toBe('nobody r');
  });

  it('that cannot be made is a 500', async () => {
    const { get } = await serve(
      () => 1 as never,
      undefined,
      {},
      {
        context: async () => {
          throw new Error('no database');
        },
      },
    );
    expect((await get()).status).toBe(500);
  });

  it('shows the request', async () => {
    const { get } = await serve(({ ctx }) => {
      const { headers, ip, method, url } = ctx.request;
      return { agent: headers['user-agent'], ip, method, url } as never;
    });
    expect(await (await get({ headers: { 'User-Agent': 'tests' } })).json()).toEqual({
      agent: 'tests',
      ip: '127.0.0.1',
      method: 'GET',
      url: '/api/it',
    });
  });

  it('logs an error with its message and stack, as the first argument or as a field', async () => {
    const { get, lines } = await serve(({ ctx }) => {
      ctx.log.error(new TypeError('broken'), 'failed');
      ctx.log.error(new TypeError('broken'));
      ctx.log.warn({ error: new TypeError('broken') });
    }, z.void());
    await get();
    const described = {
      type: 'TypeError',
      message: 'broken',
      stack: expect.stringContaining('answers.test'),
    };
    expect(lines).toMatchObject([
      { level: 'error', procedure: 'it', msg: 'failed', err: described },
      { level: 'error', procedure: 'it', msg: 'broken', err: described },
      { level: 'warn', procedure: 'it', error: described },
    ]);
  });

  it('logs with the request id and the procedure', async () => {
    const { get, lines } = await serve(({ ctx }) => {
      ctx.log.info('plain');
      ctx.log.warn({ n: 1 }, 'with fields');
      ctx.log.error({ headers: { authorization: 'Bearer x', cookie: 'y' }, key: `pgk_${'0'.repeat(46)}` });
    }, z.void());
    const requestId = (await get()).headers.get('X-Request-Id');
    expect(lines).toMatchObject([
      { level: 'info', requestId, procedure: 'it', msg: 'plain' },
      { level: 'warn', requestId, procedure: 'it', msg: 'with fields', n: 1 },
      {
        level: 'error',
        headers: { authorization: '[redacted]', cookie: '[redacted]' },
        key: 'pgk_[redacted]',
      },
    ]);
  });

  it.each([
    [undefined, 'en', 'The key “ci” was made.'],
    ['de', 'de', 'Der Schlüssel „ci“ wurde erstellt.'],
    ['fr;q=0.9, de-CH;q=0.8', 'de', 'Der Schlüssel „ci“ wurde erstellt.'],
    ['fr', 'en', 'The key “ci” was made.'],
    ['*', 'en', 'The key “ci” was made.'],
    [';;,q=', 'en', 'The key “ci” was made.'],
  ])('speaks the language of "%s"', async (language, locale, message) => {
    const service = await startService({
      routes: [
        routeOf(
          'it',
          builder.output(z.any()).query(({ ctx }) => ({
            locale: ctx.locale,
            made: ctx.t('made', { name: 'ci' }),
            onlyEnglish: ctx.t('onlyEnglish', { n: 2 }),
            unknown: ctx.t('unknown'),
            broken: ctx.t('made'),
          })),
        ),
      ],
      config: { locales: ['en', 'de'] },
      messages: {
        en: { made: 'The key “{name}” was made.', onlyEnglish: '{n, plural, one {# key} other {# keys}}' },
        de: { made: 'Der Schlüssel „{name}“ wurde erstellt.' },
      },
    });
    const headers: Record<string, string> = language === undefined ? {} : { 'Accept-Language': language };
    expect(await (await service.ask('/api/it', { headers })).json()).toEqual({
      locale,
      made: message,
      onlyEnglish: '2 keys',
      unknown: 'unknown',
      broken: message.replace('ci', '{name}'),
    });
  });
});
