import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Result, TransportOptions } from '../../../../src/client/index.js';
import { FIXTURE_MODEL } from './fixture-model.js';
import { loadClient } from './load-client.js';
import { type Answer, type ScriptedServer, say, sayOk, startScriptedServer } from './scripted-server.js';

const client = await loadClient(FIXTURE_MODEL);
let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());

function connect(options: Partial<TransportOptions> = {}) {
  return client.createClient({ baseUrl: server.url, retries: 0, ...options });
}

const failure = { success: false, message: 'No.', errors: [{ path: ['name'], message: 'Too short.' }] };

type Operation = 'apiKeys.create' | 'apiKeys.list' | 'health.check' | 'delete' | 'items.star' | 'items.patch';

/** What a call makes of an answer by its operation's row; how servers misbehave stands in test/client/wire. */
const ANSWERS: readonly [name: string, operation: Operation, answer: Answer, result: object][] = [
  ['an envelope', 'apiKeys.list', sayOk([]), { success: true, payload: [], status: 200 }],
  ['an envelope without its payload', 'apiKeys.list', sayOk(), { success: false, kind: 'parse' }],
  ['a payload that may be missing', 'items.patch', sayOk(), { success: true, payload: undefined }],
  ['a payload that there is none of', 'items.star', say(204), { success: true, payload: undefined }],
  ['nothing where nothing is due', 'delete', say(204), { success: true, payload: undefined, status: 204 }],
  ['nothing where something is due', 'apiKeys.list', say(204), { success: false, kind: 'parse' }],
  ['a plain body', 'health.check', say(200, { status: 'ok' }), { success: true, payload: { status: 'ok' } }],
  ['a failure of a plain operation', 'health.check', say(404, failure), { success: false, kind: 'failure' }],
  ['a failure', 'apiKeys.create', say(400, failure), { success: false, status: 400, errors: failure.errors }],
];

describe('an answer', () => {
  test.each(ANSWERS)('that is %s', async (_name, operation, answer, expected) => {
    server.play(answer);
    expect(await callOperation(connect(), operation)).toMatchObject(expected);
  });

  test('of nobody is a network fail that keeps the cause', async () => {
    const gone = await startScriptedServer();
    await gone.close();
    const result = await connect({ baseUrl: gone.url }).apiKeys.list();
    expect(result).toMatchObject({ success: false, kind: 'network', errors: [] });
    expect(result.cause).toBeInstanceOf(TypeError);
  });

  test('gives its headers', async () => {
    server.play(say(200, { success: true, payload: [] }, { 'x-request-id': 'r1' }));
    expect((await connect().apiKeys.list()).headers.get('x-request-id')).toBe('r1');
  });
});

/** One call and what it puts on the wire. */
const REQUESTS: readonly [
  name: string,
  call: (api: ReturnType<typeof connect>) => Promise<unknown>,
  line: string,
  body?: string,
][] = [
  ['no input', (api) => api.apiKeys.list(), 'GET /api/api-keys'],
  ['a path parameter', (api) => api.apiKeys.delete({ id: 'a' }), 'DELETE /api/api-keys/a'],
  ['a slash in the path', (api) => api.apiKeys.delete({ id: 'a/b' }), 'DELETE /api/api-keys/a%2Fb'],
  [
    'what a URL reads as syntax',
    (api) => api.apiKeys.delete({ id: '?#&=%+;:@ ' }),
    'DELETE /api/api-keys/%3F%23%26%3D%25%2B%3B%3A%40%20',
  ],
  [
    'dots that climb only when decoded',
    (api) => api.apiKeys.delete({ id: '%2e%2e' }),
    'DELETE /api/api-keys/%252e%252e',
  ],
  ['three dots', (api) => api.apiKeys.delete({ id: '...' }), 'DELETE /api/api-keys/...'],
  [
    'unicode in the path',
    (api) => api.apiKeys.delete({ id: 'ü💡' }),
    'DELETE /api/api-keys/%C3%BC%F0%9F%92%A1',
  ],
  ['a number in the path', (api) => api.apiKeys.delete({ id: 0 }), 'DELETE /api/api-keys/0'],
  [
    'a replacement pattern in the path',
    (api) => api.apiKeys.delete({ id: '$&$1' }),
    'DELETE /api/api-keys/%24%26%241',
  ],
  [
    'a date in the path',
    (api) => api.apiKeys.delete({ id: new Date(0) }),
    'DELETE /api/api-keys/1970-01-01T00%3A00%3A00.000Z',
  ],
  ['an optional input left out', (api) => api.items.find(), 'GET /api/items'],
  ['an empty input', (api) => api.items.find({}), 'GET /api/items'],
  ['nothing but undefined', (api) => api.items.find({ q: undefined }), 'GET /api/items'],
  ['a space and a plus', (api) => api.items.find({ q: 'a b+c' }), 'GET /api/items?q=a%20b%2Bc'],
  ['an empty text', (api) => api.items.find({ q: '' }), 'GET /api/items?q='],
  ['an array', (api) => api.items.find({ tag: ['a', 'b,c'] }), 'GET /api/items?tag=a&tag=b%2Cc'],
  ['a set', (api) => api.items.find({ tag: new Set(['a', 'b']) }), 'GET /api/items?tag=a&tag=b'],
  ['an empty array', (api) => api.items.find({ tag: [] }), 'GET /api/items?tag%5B%5D'],
  ['an empty object', (api) => api.items.find({ range: {} }), 'GET /api/items?range%5B%5D'],
  [
    'an object',
    (api) => api.items.find({ range: { from: new Date(0), to: { x: [1, 2] } } }),
    'GET /api/items?range%5Bfrom%5D=1970-01-01T00%3A00%3A00.000Z&range%5Bto%5D%5Bx%5D=1&range%5Bto%5D%5Bx%5D=2',
  ],
  [
    'scalars',
    (api) => api.items.find({ a: 1e21, b: false, c: 10n ** 20n, d: null }),
    'GET /api/items?a=1e%2B21&b=false&c=100000000000000000000&d=null',
  ],
  ['a body', (api) => api.apiKeys.create({ name: 'ü' }), 'POST /api/api-keys', '{"name":"ü"}'],
  [
    'a body without its path keys',
    (api) => api.items.patch({ list: 'l', id: 7, note: 'n' }),
    'PATCH /api/lists/l/items/7',
    '{"note":"n"}',
  ],
  [
    'a body of path keys only',
    (api) => api.items.patch({ list: 'l', id: 7 }),
    'PATCH /api/lists/l/items/7',
    '{}',
  ],
  ['a POST that has no body', (api) => api.items.star({ id: 'a' }), 'POST /api/items/a/star', ''],
  ['a POST that takes nothing', (api) => api.items.nested.deep.search(), 'POST /api/items/search', ''],
  [
    'what JSON cannot carry',
    (api) =>
      api.settings.replace({
        d: new Date(0),
        b: 9n,
        s: new Set([1n]),
        n: { d: [new Date(1)] },
        u: undefined,
      }),
    'PUT /api/settings',
    '{"d":"1970-01-01T00:00:00.000Z","b":"9","s":["1"],"n":{"d":["1970-01-01T00:00:00.001Z"]}}',
  ],
];

describe('a request', () => {
  test.each(REQUESTS)('carries %s', async (_name, call, line, body = '') => {
    server.play(sayOk());
    await call(connect());
    const [request] = server.requests;
    expect(`${request?.method} ${request?.url}`).toBe(line);
    expect(request?.body).toBe(body);
    expect(request?.headers['content-type']).toBe(body ? 'application/json' : undefined);
  });

  test.each([[''], ['.'], ['..'], [undefined], [null], [{}], [[]], [['a']]])(
    'refuses %o in a path',
    async (id) => {
      server.play(sayOk());
      await expect(connect().apiKeys.delete({ id })).rejects.toThrow(TypeError);
      await expect(connect().apiKeys.delete({ id }).orThrow()).rejects.toThrow(TypeError);
      expect(server.requests).toEqual([]);
    },
  );

  test.each(['apiKeys.create', 'items.find'] as const)('refuses an invalid date in %s', async (operation) => {
    server.play(sayOk());
    await expect(callOperation(connect(), operation, { from: new Date('x') })).rejects.toThrow(RangeError);
    expect(server.requests).toEqual([]);
  });

  test('leaves the input as it was', async () => {
    server.play(sayOk());
    const input = Object.freeze({ list: 'l', id: 7, note: 'n' });
    await connect().items.patch(input);
    expect(input).toEqual({ list: 'l', id: 7, note: 'n' });
  });

  test.each([
    ['', '/api/health'],
    ['/', '/api/health'],
    ['///', '/api/health'],
    ['/base', '/base/api/health'],
    ['/base/', '/base/api/health'],
  ])('goes below a base URL that ends in "%s"', async (suffix, url) => {
    server.play(say(200, {}));
    await connect({ baseUrl: server.url + suffix }).health.check();
    expect(server.requests[0]?.url).toBe(url);
  });

  test('carries the key, however it is given, asked for once a try', async () => {
    server.play(sayOk([]));
    let requested = 0;
    await connect({ apiKey: 'a' }).apiKeys.list();
    await connect({ apiKey: () => 'b' }).apiKeys.list();
    await connect({ apiKey: async () => `c${++requested}` }).apiKeys.list();
    await connect({ apiKey: () => undefined }).apiKeys.list();
    await connect({ apiKey: '' }).apiKeys.list();
    await connect().apiKeys.list();
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer a',
      'Bearer b',
      'Bearer c1',
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('carries the credentials the way the service says', async () => {
    const token = await loadClient({
      ...FIXTURE_MODEL,
      credentials: { name: 'Token', header: 'Authorization', prefix: 'Token' },
    });
    const bare = await loadClient({
      ...FIXTURE_MODEL,
      credentials: { name: 'Key', header: 'X-Api-Key', prefix: '' },
    });
    server.play(sayOk([]));
    await token.createClient({ baseUrl: server.url, apiKey: 'a' }).apiKeys.list();
    await bare.createClient({ baseUrl: server.url, apiKey: 'a' }).apiKeys.list();
    expect(server.requests[0]?.headers.authorization).toBe('Token a');
    expect(server.requests[1]?.headers['x-api-key']).toBe('a');
    expect(server.requests[1]?.headers.authorization).toBeUndefined();
  });

  test('carries headers, those of the call before those of the transport before its own', async () => {
    server.play(sayOk([]));
    const api = connect({ headers: { 'X-A': 'transport', 'X-B': 'transport', Accept: 'text/plain' } });
    await api.apiKeys.list({ headers: { 'x-a': 'call' }, idempotencyKey: 'once' });
    expect(server.requests[0]?.headers).toMatchObject({
      'x-a': 'call',
      'x-b': 'transport',
      accept: 'text/plain',
      'idempotency-key': 'once',
    });
  });

  test('leaves out a header without a value', async () => {
    server.play(sayOk([]));
    await connect({ headers: { 'X-A': 'a', 'X-B': '' } }).apiKeys.list({ headers: { 'X-A': undefined } });
    expect(server.requests[0]?.headers).not.toHaveProperty('x-a');
    expect(server.requests[0]?.headers).not.toHaveProperty('x-b');
  });

  test('takes a header of the client away where that of a call is undefined, however each is written', async () => {
    server.play(sayOk([]));
    const api = connect({
      apiKey: 'a',
      headers: { 'X-Tenant': 'a', accept: 'text/plain', authorization: 'b' },
    });
    await api.apiKeys.list({
      headers: { 'x-tenant': undefined, Accept: undefined, Authorization: undefined },
    });
    await api.apiKeys.list();
    const [without, with_] = server.requests.map(({ headers }) => headers);
    expect(without).not.toHaveProperty('x-tenant');
    expect(without).not.toHaveProperty('authorization');
    // What fetch itself says where nobody says anything.
    expect(without?.accept).toBe('*/*');
    expect(with_).toMatchObject({ 'x-tenant': 'a', accept: 'text/plain', authorization: 'b' });
  });

  test('asks fetch for nothing of its own but not to follow redirects', async () => {
    const seen: RequestInit[] = [];
    const fetch = async (_url: unknown, init: RequestInit = {}) => {
      seen.push(init);
      return Response.json({ success: true, payload: [] });
    };
    const api = connect({ fetch: fetch as typeof globalThis.fetch });
    await api.apiKeys.list();
    await api.apiKeys.list({ init: { credentials: 'include', method: 'POST' } });
    expect(Object.keys(seen[0] ?? {}).sort()).toEqual(['body', 'headers', 'method', 'redirect', 'signal']);
    expect(seen[0]).toMatchObject({ redirect: 'error' });
    expect(seen[1]).toMatchObject({ credentials: 'include', method: 'GET', redirect: 'error' });
  });

  test('uses the fetch of the moment, so that it can be replaced in tests', async () => {
    const original = globalThis.fetch;
    globalThis.fetch = async () => Response.json({ success: true, payload: ['replaced'] });
    try {
      expect(await connect().apiKeys.list().orThrow()).toEqual(['replaced']);
    } finally {
      globalThis.fetch = original;
    }
  });
});

function callOperation(
  api: ReturnType<typeof connect>,
  name: string,
  input: object = {},
): Promise<Result<unknown>> {
  const operation = name.split('.').reduce((group, part) => group[part], api);
  return operation.length === 1 ? operation() : operation({ name: 'n', list: 'l', id: 'i', ...input });
}
