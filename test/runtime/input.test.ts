import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createProcedure, procedure } from '../../src/index.js';
import {
  json,
  parseAnswer,
  type RunningService,
  request,
  routeOf,
  startService,
  stopServices,
} from './support/start-service.js';

afterAll(stopServices);

/** Shows what a handler received, in a form that tells the types apart. */
function show(value: unknown): unknown {
  if (typeof value === 'bigint') return `bigint ${value}`;
  if (value instanceof Date) return `date ${value.toISOString()}`;
  if (value instanceof Set) return { set: [...value].map(show) };
  if (Array.isArray(value)) return value.map(show);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, show(entry)]));
}

const openapi = { enabled: true, tags: [], summary: '', protect: false } as const;
const echo = (method: 'GET' | 'POST' | 'DELETE' | 'PUT', path: string, input: z.ZodType) =>
  procedure
    .meta({ openapi: { ...openapi, method, path }, rateLimit: false })
    .input(input)
    .output(z.any())
    .mutation(({ input }) => show(input));

const search = echo(
  'GET',
  '/search',
  z.object({
    limit: z.number().int().min(1).max(100).optional(),
    tag: z.array(z.string()).optional(),
    ids: z.array(z.number()).optional(),
    exact: z.boolean().optional(),
    since: z.date().optional(),
    big: z.bigint().optional(),
    size: z.enum(['s', 'm']).optional(),
    key: z.union([z.number(), z.string()]).optional(),
    q: z.string().optional(),
    where: z.object({ name: z.string(), age: z.object({ min: z.number() }).optional() }).optional(),
    flag: z.coerce.boolean().optional(),
    page: z.number({ error: 'Which page?' }).optional(),
  }),
);
const searchPlan = {
  query: {
    object: {
      limit: 'number',
      tag: { array: 'string' },
      ids: { array: 'number' },
      exact: 'boolean',
      since: 'date',
      big: 'bigint',
      size: { literal: ['s', 'm'] },
      key: { union: ['number', 'string'] },
      q: 'string',
      where: { object: { name: 'string', age: { object: { min: 'number' } } } },
      flag: 'boolean',
      page: 'number',
    },
  },
} as const;

const create = echo(
  'POST',
  '/things',
  z.object({
    name: z.string().min(1),
    at: z.date().optional(),
    big: z.bigint().optional(),
    tags: z.set(z.string()).optional(),
    size: z.number().optional(),
  }),
);

let service: RunningService;

beforeAll(async () => {
  service = await startService({
    config: { bodyLimit: 1_000 },
    routes: [
      routeOf('search', search, { plan: searchPlan }),
      routeOf('loose', echo('GET', '/loose', z.looseObject({ n: z.number().optional() })), {
        plan: { query: { object: { n: 'number' } } },
      }),
      routeOf('strict', echo('GET', '/strict', z.strictObject({ n: z.number().optional() })), {
        plan: { query: { object: { n: 'number' } } },
      }),
      routeOf('text', echo('GET', '/text/:id', z.object({ id: z.string() }))),
      routeOf('lines', echo('GET', '/lines/:id', z.object({ id: z.string().regex(/^[a-z\n]+$/) }))),
      routeOf('number', echo('DELETE', '/number/:id', z.object({ id: z.number() })), {
        plan: { path: { id: 'number' } },
      }),
      routeOf('both', echo('PUT', '/both/:id', z.object({ id: z.number(), name: z.string().optional() })), {
        body: 'required',
        plan: { path: { id: 'number' } },
      }),
      routeOf('create', create, {
        body: 'required',
        plan: { body: { object: { at: 'date', big: 'bigint', tags: { set: 'any' } } } },
      }),
      routeOf('maybe', echo('POST', '/maybe', z.object({ name: z.string().optional() })), {
        body: 'optional',
      }),
      routeOf('bodyless', echo('POST', '/bodyless/:id', z.object({ id: z.string() }))),
      routeOf(
        'nothing',
        procedure
          .meta({ openapi: { ...openapi, method: 'GET', path: '/nothing' }, rateLimit: false })
          .output(z.any())
          .query(({ input }) => ({ isNothing: input === undefined })),
      ),
    ],
  });
});

async function answerOf(response: Response) {
  return { status: response.status, body: await response.json() };
}

const get = async (path: string) => answerOf(await service.ask(`/api${path}`));
const invalid = (...errors: [path: string, message: unknown][]) => ({
  status: 400,
  body: {
    success: false,
    message: 'The input is invalid.',
    errors: errors.map(([path, message]) => ({ path: path === '' ? [] : path.split('.'), message })),
  },
});

describe('A query', () => {
  it.each<[string, unknown]>([
    ['', {}],
    ['limit=5', { limit: 5 }],
    ['limit=1e1', { limit: 10 }],
    ['tag=a', { tag: ['a'] }],
    ['tag=a&tag=b', { tag: ['a', 'b'] }],
    ['tag[]=a', { tag: ['a'] }],
    ['tag%5B%5D=a&tag%5B%5D=b', { tag: ['a', 'b'] }],
    ['tag=a,b', { tag: ['a,b'] }],
    ['tag=', { tag: [''] }],
    ['ids=1&ids=2', { ids: [1, 2] }],
    ['exact=true', { exact: true }],
    ['exact=0', { exact: false }],
    ['since=2026-03-10', { since: 'date 2026-03-10T00:00:00.000Z' }],
    ['since=2026-03-10T12:00:00%2B02:00', { since: 'date 2026-03-10T10:00:00.000Z' }],
    ['big=12345678901234567890', { big: 'bigint 12345678901234567890' }],
    ['size=m', { size: 'm' }],
    ['key=7', { key: 7 }],
    ['key=seven', { key: 'seven' }],
    ['q=a+b%2Bc%20d', { q: 'a b+c d' }],
    ['q=%C3%A9%F0%9F%91%8D', { q: 'é👍' }],
    ['q=a=b', { q: 'a=b' }],
    ['q', { q: '' }],
    ['&&q=1&', { q: '1' }],
    ['q[]=1', { q: '1' }],
    ['where[name]=Ada', { where: { name: 'Ada' } }],
    ['where[name]=Ada&where[age][min]=30', { where: { name: 'Ada', age: { min: 30 } } }],
    ['where%5Bname%5D=Ada', { where: { name: 'Ada' } }],
    ['unknown=1', {}],
  ])('%s reaches the handler with the types of its schema', async (query, input) => {
    expect(await get(`/search?${query}`)).toEqual({ status: 200, body: input });
  });

  it.each<[string, ...[string, unknown][]]>([
    ['limit=abc', ['limit', 'Invalid input: expected number, received string']],
    ['limit=', ['limit', 'Invalid input: expected number, received string']],
    ['limit=1&limit=2', ['limit', 'Invalid input: expected number, received array']],
    ['limit=1000', ['limit', 'Too big: expected number to be <=100']],
    ['limit=1.5', ['limit', 'Invalid input: expected int, received number']],
    ['limit[a]=1', ['limit', 'Invalid input: expected number, received object']],
    ['ids=1&ids=x', ['ids.1', 'Invalid input: expected number, received string']],
    ['ids=1,2', ['ids.0', 'Invalid input: expected number, received string']],
    ['exact=yes', ['exact', 'Invalid input: expected boolean, received string']],
    ['since=2026-02-30', ['since', 'Invalid input: expected date, received string']],
    ['since=1767225600000', ['since', 'Invalid input: expected date, received string']],
    ['size=l', ['size', 'Invalid option: expected one of "s"|"m"']],
    ['q=a&q=b', ['q', 'Invalid input: expected string, received array']],
    ['flag=maybe', ['flag', 'Invalid input: expected boolean, received string']],
    ['page=one', ['page', 'Which page?']],
    ['where=Ada', ['where', 'Invalid input: expected object, received string']],
    ['where[age][min]=x', ['where.name', expect.any(String)], ['where.age.min', expect.any(String)]],
    ['where=a&where[name]=b', ['where', 'Given both as a value and as an object']],
    ['where[name]=b&where=a', ['where', 'Given both as a value and as an object']],
    ['limit=x&exact=y', ['limit', expect.any(String)], ['exact', expect.any(String)]],
  ])('%s is a 400 with one entry a field', async (query, ...errors) => {
    const answer = await get(`/search?${query}`);
    expect(answer.body.errors.map((error: { path: string[] }) => error.path.join('.')).sort()).toEqual(
      errors.map(([path]) => path).sort(),
    );
    expect({ ...answer, body: { ...answer.body, errors: undefined } }).toEqual({
      status: 400,
      body: { success: false, message: 'The input is invalid.', errors: undefined },
    });
    for (const [path, message] of errors) {
      expect(answer.body.errors).toContainEqual({ path: path.split('.'), message });
    }
  });

  it('may bring unknown keys to a loose object, as texts', async () => {
    expect(await get('/loose?n=1&a=2&b=3&b=4&c[d]=5')).toEqual({
      status: 200,
      body: { n: 1, a: '2', b: ['3', '4'], c: { d: '5' } },
    });
  });

  it('may not bring unknown keys to a strict object, and learns their names', async () => {
    expect(await get('/strict?n=1&a=2&b[c]=3')).toEqual(
      invalid(['a', 'Unrecognized key: "a"'], ['b', 'Unrecognized key: "b"']),
    );
  });

  it.each([
    ['q=%', 'percent-encoded'],
    ['q=%zz', 'percent-encoded'],
    ['q=%FF', 'percent-encoded'],
    ['q=%C0%80', 'percent-encoded'],
    ['q=%ED%A0%80', 'percent-encoded'],
    ['%FF=1', 'percent-encoded'],
    ['__proto__=1', 'not allowed'],
    ['__proto__[polluted]=1', 'not allowed'],
    ['where[__proto__][polluted]=1', 'not allowed'],
    ['a%5B__proto__%5D=1', 'not allowed'],
    [`a${'[b]'.repeat(100)}=1`, 'not allowed'],
    [Array.from({ length: 101 }, (_, index) => `p${index}=1`).join('&'), '100 parameters'],
    ['&'.repeat(10) + 'tag=a&'.repeat(101), '100 parameters'],
    ['&&tag=a'.repeat(101), '100 parameters'],
  ])('H-07 %s is a 400 as a whole', async (query, message) => {
    const { status, body } = await get(`/search?${query}`);
    expect({ status, success: body.success }).toEqual({ status: 400, success: false });
    expect(body.message).toContain(message);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('H-07 may have 100 parameters', async () => {
    expect((await get(`/search?${'tag=a&'.repeat(100)}`)).body.tag).toHaveLength(100);
  });

  it('in raw bytes is no valid HTTP', async () => {
    const { status, body } = parseAnswer(await service.raw(request('GET /api/search?q=é')));
    expect({ status, success: JSON.parse(body).success }).toEqual({ status: 400, success: false });
  });

  it('keeps keys that objects inherit', async () => {
    expect(await get('/loose?constructor=1&toString=2&hasOwnProperty[a]=3')).toEqual({
      status: 200,
      body: { constructor: '1', toString: '2', hasOwnProperty: { a: '3' } },
    });
  });

  it('is not looked at by a procedure that takes nothing', async () => {
    expect(await get('/nothing?%zz=1')).toEqual({ status: 200, body: { isNothing: true } });
  });
});

describe('A path parameter', () => {
  it.each([
    ['a', 'a'],
    ['a+b', 'a+b'],
    ['a%20b', 'a b'],
    ['a%2Fb', 'a/b'],
    ['%C3%A9', 'é'],
    ['%2e%2e', '..'],
    ['a;b', 'a;b'],
    ['a,b', 'a,b'],
    ['7', '7'],
    ['__proto__', '__proto__'],
  ])('%s is the text "%s"', async (segment, text) => {
    const received = await service.raw(request(`GET /api/text/${segment}`));
    expect(JSON.parse(parseAnswer(received).body)).toEqual({ id: text });
  });

  it.each(['%', '%zz', '%FF', '%C0%AF', '%00', '%0A', '%7F', '%C2%85'])(
    'H-02 %s is a 400',
    async (segment) => {
      const { status, body } = parseAnswer(await service.raw(request(`GET /api/text/${segment}`)));
      expect(status).toBe(400);
      expect(JSON.parse(body)).toMatchObject({ success: false, errors: [{ path: ['id'] }] });
    },
  );

  it('H-02 may hold control characters that a declared pattern matches', async () => {
    expect(await get('/lines/a%0Ab')).toEqual({ status: 200, body: { id: 'a\nb' } });
    expect((await get('/lines/a%09b')).status).toBe(400);
  });

  it('is decoded by its schema', async () => {
    const ask = async (id: string) => answerOf(await service.ask(`/api/number/${id}`, { method: 'DELETE' }));
    expect(await ask('7')).toEqual({ status: 200, body: { id: 7 } });
    expect(await ask('7x')).toEqual(invalid(['id', 'Invalid input: expected number, received string']));
  });

  it('wins over the same key in the query and in the body', async () => {
    const deleted = await service.ask('/api/number/7?id=8', { method: 'DELETE' });
    expect(await deleted.json()).toEqual({ id: 7 });
    const put = await service.ask('/api/both/7', { ...json({ id: 'x', name: 'a' }), method: 'PUT' });
    expect(await put.json()).toEqual({ id: 7, name: 'a' });
  });
});

describe('A body', () => {
  const post = async (path: string, init: RequestInit) =>
    answerOf(await service.ask(`/api${path}`, { method: 'POST', ...init }));

  it('is decoded where JSON cannot carry the value', async () => {
    const body = { name: 'a', at: '2026-03-10T12:00:00Z', big: '12345678901234567890', tags: ['x', 'x'] };
    expect(await post('/things', json(body))).toEqual({
      status: 200,
      body: {
        name: 'a',
        at: 'date 2026-03-10T12:00:00.000Z',
        big: 'bigint 12345678901234567890',
        tags: { set: ['x'] },
      },
    });
  });

  it.each<[unknown, string, unknown]>([
    [{}, 'name', 'Invalid input: expected string, received undefined'],
    [{ name: 7 }, 'name', 'Invalid input: expected string, received number'],
    [{ name: 'a', size: '7' }, 'size', 'Invalid input: expected number, received string'],
    [{ name: 'a', big: 7 }, 'big', 'Invalid input: expected bigint, received number'],
    [{ name: 'a', at: 0 }, 'at', 'Invalid input: expected date, received number'],
    [[], '', 'Invalid input: expected object, received array'],
    [null, '', 'Invalid input: expected object, received null'],
    ['"a"', '', 'Invalid input: expected object, received string'],
  ])('%j is a 400 at "%s"', async (body, path, message) => {
    expect(await post('/things', json(body))).toEqual(invalid([path, message]));
  });

  it('makes the query of a POST mean nothing', async () => {
    expect(await post('/things?name=b&%zz', json({ name: 'a' }))).toEqual({
      status: 200,
      body: { name: 'a' },
    });
  });

  it.each<[string, RequestInit]>([
    ['missing', {}],
    ['empty', { body: '', headers: { 'Content-Type': 'application/json' } }],
    ['malformed', json('{"name":')],
    ['blank', json(' ')],
    ['followed by something', json('{"name":"a"} x')],
    ['of bytes that are not UTF-8', { ...json(''), body: Buffer.from('{"name":"\xff"}', 'latin1') }],
    ['nested deeper than 64', json(`{"name":"a","x":${'['.repeat(64)}${']'.repeat(64)}}`)],
    ['hiding a prototype', json('{"name":"a","__proto__":{"polluted":1}}')],
    ['hiding a prototype behind an escape', json('{"name":"a","x":[{"__pr\\u006fto__":1}]}')],
  ])('H-05 that is %s is a 400', async (_what, init) => {
    const { status, body } = await post('/things', init);
    expect({ status, body }).toEqual({
      status: 400,
      body: { success: false, message: expect.stringMatching(/\.$/) },
    });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('may be nested 64 deep, and may name a prototype in a value', async () => {
    const deep = `{"name":"__proto__ \\" [[","x":${'['.repeat(63)}${']'.repeat(63)}}`;
    expect((await post('/things', json(deep))).status).toBe(200);
  });

  it.each<[string, Record<string, string>]>([
    ['no content type', {}],
    ['another content type', { 'Content-Type': 'text/plain' }],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['a content type that is none', { 'Content-Type': 'json' }],
    ['a list of content types', { 'Content-Type': 'application/json, text/plain' }],
    ['a problem', { 'Content-Type': 'application/problem+json' }],
    ['a charset without a value', { 'Content-Type': 'application/json; charset=' }],
    ['a charset in single quotes', { 'Content-Type': "application/json; charset='utf-8'" }],
    ['another charset', { 'Content-Type': 'application/json; charset=latin1' }],
    ['a content encoding', { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }],
    ['the content encoding identity', { 'Content-Type': 'application/json', 'Content-Encoding': 'identity' }],
  ])('H-05 with %s is a 415 that says what to send', async (_what, headers) => {
    const { status, body } = await post('/things', { body: Buffer.from('{"name":"a"}'), headers });
    expect({ status, success: body.success }).toEqual({ status: 415, success: false });
    expect(body.message).toMatch(/application\/json|without a content encoding/);
  });

  it.each([
    'application/json; charset=UTF-8',
    'Application/JSON;charset="utf-8"',
    'application/json; charset=utf8',
    'application/json;',
    'application/json; charset=utf-8;',
    'application/json ; profile="a;b"',
  ])('of type %s is read', async (type) => {
    expect((await post('/things', { body: '{"name":"a"}', headers: { 'Content-Type': type } })).status).toBe(
      200,
    );
  });

  it('may be missing or empty where it is optional', async () => {
    expect(await post('/maybe', {})).toEqual({ status: 200, body: {} });
    expect(await post('/maybe', { body: '' })).toEqual({ status: 200, body: {} });
    expect(await post('/maybe', json({ name: 'a' }))).toEqual({ status: 200, body: { name: 'a' } });
    expect((await post('/maybe', json('{'))).status).toBe(400);
    expect((await post('/maybe', { body: 'a' })).status).toBe(415);
  });

  it('is not read where the path is the whole input', async () => {
    expect(await post('/bodyless/7', {})).toEqual({ status: 200, body: { id: '7' } });
    expect(await post('/bodyless/7', json('{{{'))).toEqual({ status: 200, body: { id: '7' } });
  });

  it.each([1_001, 100_000, 5_000_000])('H-05 of %i bytes is over a limit of 1,000: 413', async (size) => {
    for (let round = 0; round < 5; round++) {
      const response = await service.ask('/api/things', json(JSON.stringify({ name: 'a'.repeat(size) })));
      expect(response.status).toBe(413);
      expect(response.headers.get('Connection')).toBe('close');
      expect(await response.json()).toEqual({
        success: false,
        message: 'The body is larger than 1000 bytes.',
      });
    }
  });

  it('H-05 that does not say its length is cut off at the limit', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(Buffer.from('a'.repeat(65_536))),
    });
    const response = await service.ask('/api/things', { ...json(''), body, duplex: 'half' } as RequestInit);
    expect(response.status).toBe(413);
    await response.text();
  });

  it('over the limit leaves nothing behind when it is not even asked for', async () => {
    const response = await service.ask('/api/bodyless/7', json('a'.repeat(3_000_000)));
    expect(response.status).toBe(200);
    expect(response.headers.get('Connection')).toBe('close');
    expect(await response.json()).toEqual({ id: '7' });
  });
});

describe('The messages of a 400', () => {
  it("are in the caller's language", async () => {
    const { ask } = await startService({
      config: { locales: ['en', 'de'] },
      messages: { en: {}, de: {} },
      routes: [routeOf('search', search, { plan: searchPlan })],
    });
    const response = await ask('/api/search?limit=x&size=l', {
      headers: { 'Accept-Language': 'de-AT,en;q=0.5' },
    });
    expect((await response.json()).errors).toEqual([
      { path: ['limit'], message: 'Ungültige Eingabe: erwartet Zahl, erhalten string' },
      { path: ['size'], message: 'Ungültige Option: erwartet eine von "s"|"m"' },
    ]);
  });
});

describe('A middleware', () => {
  it('runs after the input is checked and sees it parsed', async () => {
    const seen: unknown[] = [];
    const guarded = createProcedure()
      .meta({ openapi: { ...openapi, method: 'GET', path: '/guarded' }, rateLimit: false })
      .input(z.object({ n: z.number() }))
      .use(async ({ input, next }) => {
        seen.push(input);
        return next({ ctx: { doubled: input.n * 2 } });
      })
      .output(z.object({ doubled: z.number() }))
      .query(({ ctx }) => ({ doubled: ctx.doubled }));
    const { ask } = await startService({
      routes: [routeOf('guarded', guarded, { plan: { query: { object: { n: 'number' } } } })],
    });
    expect((await ask('/api/guarded?n=x')).status).toBe(400);
    expect(seen).toEqual([]);
    expect(await (await ask('/api/guarded?n=2')).json()).toEqual({ doubled: 4 });
    expect(seen).toEqual([{ n: 2 }]);
  });
});
