import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CallOptions, OutgoingRequest, TransportOptions } from '../../../../src/client/index.js';
import { FIXTURE_MODEL } from './fixture-model.js';
import { loadClient } from './load-client.js';

const client = await loadClient(FIXTURE_MODEL);

/** Every timer and clock is the test's own; the network is a script of answers. */
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-01T00:00:00Z') });
});
afterEach(() => {
  const timers = vi.getTimerCount();
  vi.useRealTimers();
  expect(timers, 'timers left behind').toBe(0);
});

type Step =
  | number
  | [status: number, headers: Record<string, string>]
  | 'throw'
  | 'hang'
  | ((signal: AbortSignal) => Promise<Response>);

/** A client over a script of answers, the last of which is repeated, and the times at which it was asked. */
function script(steps: readonly Step[], options: Partial<TransportOptions> = {}) {
  const times: number[] = [];
  const start = Date.now();
  const fetch = async (_url: unknown, { signal }: RequestInit = {}): Promise<Response> => {
    times.push(Date.now() - start);
    const step = steps[Math.min(times.length, steps.length) - 1] as Step;
    if (step === 'throw') throw new TypeError('fetch failed');
    if (step === 'hang') return hang(signal as AbortSignal);
    if (typeof step === 'function') return step(signal as AbortSignal);
    const [status, headers] = typeof step === 'number' ? [step, {}] : step;
    const envelope =
      status < 300 ? { success: true, payload: [] } : { success: false, message: `No ${status}.` };
    return Response.json(envelope, { status, headers });
  };
  const api = client.createClient({ baseUrl: '', fetch: fetch as typeof globalThis.fetch, ...options });
  return { api, times };
}

function hang(signal: AbortSignal): Promise<Response> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

/** Lets the fake clock run until `promise` settles. */
async function settle<Value>(promise: Promise<Value>): Promise<Value> {
  let isSettled = false;
  const done = () => {
    isSettled = true;
  };
  promise.then(done, done);
  for (let round = 0; round < 10_000 && !isSettled; round++) await vi.advanceTimersByTimeAsync(100);
  return promise;
}

const list = {
  get: 'apiKeys.list',
  put: 'settings.replace',
  delete: 'apiKeys.delete',
  post: 'apiKeys.create',
  patch: 'items.patch',
};

function callOperation(api: Record<string, never>, name: string, options: CallOptions = {}) {
  // biome-ignore lint/suspicious/noExplicitAny: a walk through an untyped client
  const operation = name.split('.').reduce((group: any, part) => group[part], api);
  return settle<Record<string, unknown>>(
    name === 'apiKeys.list' ? operation(options) : operation({ list: 'l', id: 'i', name: 'n' }, options),
  );
}

describe('a call is tried again', () => {
  const cases: readonly [name: string, operation: string, step: Step, tries: number][] = [
    ['GET after a network error', list.get, 'throw', 3],
    ['GET after silence', list.get, 'hang', 3],
    ['GET on 500', list.get, 500, 3],
    ['GET on 502', list.get, 502, 3],
    ['GET on 503 without Retry-After', list.get, 503, 3],
    ['GET on 504', list.get, 504, 3],
    ['GET on 408', list.get, 408, 3],
    ['GET on 429', list.get, 429, 3],
    ['PUT on 503', list.put, 503, 3],
    ['DELETE on 503', list.delete, 503, 3],
    ['an idempotent PATCH on 503', list.patch, 503, 3],
    ['an idempotent PATCH after a network error', list.patch, 'throw', 3],
    ['POST on 429', list.post, 429, 3],
    ['POST on 503 with Retry-After', list.post, [503, { 'retry-after': '1' }], 3],
    ['never: POST after a network error', list.post, 'throw', 1],
    ['never: POST after silence', list.post, 'hang', 1],
    ['never: POST on 500', list.post, 500, 1],
    ['never: POST on 503 without Retry-After', list.post, 503, 1],
    [
      'never: POST on 503 with a Retry-After that says nothing',
      list.post,
      [503, { 'retry-after': 'soon' }],
      1,
    ],
    ['never: a PUT that is not idempotent, on 503', 'settings.append', 503, 1],
    ['never: GET on 400', list.get, 400, 1],
    ['never: GET on 401', list.get, 401, 1],
    ['never: GET on 404', list.get, 404, 1],
    ['never: GET on 501', list.get, 501, 1],
    ['never: when Retry-After is over a minute', list.get, [429, { 'retry-after': '61' }], 1],
    [
      'never: when Retry-After is a date over a minute away',
      list.get,
      [503, { 'retry-after': 'Thu, 01 Jan 2026 00:01:01 GMT' }],
      1,
    ],
    ['never: what cannot be read', list.get, async () => new Response('<p>'), 1],
  ];
  test.each(cases)('%s', async (_name, operation, step, tries) => {
    const { api, times } = script([step]);
    expect(await callOperation(api, operation)).toMatchObject({ success: false });
    expect(times).toHaveLength(tries);
  });

  test('when it has an idempotency key', async () => {
    const { api, times } = script(['throw', 500, 200]);
    const result = await callOperation(api, list.post, { idempotencyKey: 'k' });
    expect(result).toMatchObject({ success: true });
    expect(times).toHaveLength(3);
  });

  test('H-23 never: with an idempotency key that the server does not honour', async () => {
    for (const step of ['throw', 500] as const) {
      const { api, times } = script([step, 200]);
      expect(await callOperation(api, 'items.star', { idempotencyKey: 'k' })).toMatchObject({
        success: false,
      });
      expect(times).toHaveLength(1);
    }
  });

  test('as often as asked', async () => {
    const transport = script([500], { retries: 4 });
    await callOperation(transport.api, list.get);
    expect(transport.times).toHaveLength(5);
    const call = script([500], { retries: 4 });
    await callOperation(call.api, list.get, { retries: 0 });
    expect(call.times).toHaveLength(1);
  });

  test('until it succeeds', async () => {
    const { api, times } = script([503, 200]);
    expect(await callOperation(api, list.get)).toMatchObject({ success: true, status: 200 });
    expect(times).toHaveLength(2);
  });
});

describe('the wait before the next try', () => {
  test('is half a second at first, doubles to eight, and is spread', async () => {
    const waits: number[][] = Array.from({ length: 7 }, () => []);
    for (let run = 0; run < 30; run++) {
      const { api, times } = script([500], { retries: 7 });
      await callOperation(api, list.get);
      for (const [index, wait] of waits.entries()) wait.push((times[index + 1] ?? 0) - (times[index] ?? 0));
    }
    for (const [index, wait] of waits.entries()) {
      expect(Math.min(...wait)).toBeGreaterThanOrEqual(Math.min(8000, 500 * 2 ** index));
      expect(Math.max(...wait)).toBeLessThanOrEqual(Math.min(8000, 1000 * 2 ** index));
    }
    expect(new Set(waits[0]).size).toBeGreaterThan(10);
  });

  test.each([
    ['seconds', '7', 7000],
    ['zero seconds', '0', 0],
    ['a minute', '60', 60_000],
    ['a date', 'Thu, 01 Jan 2026 00:00:05 GMT', 5000],
    ['a date gone by', 'Wed, 31 Dec 2025 00:00:05 GMT', 0],
  ])('is what Retry-After says in %s', async (_name, value, wait) => {
    const { api, times } = script([[429, { 'retry-after': value }], 200]);
    await callOperation(api, list.post);
    expect(times).toEqual([0, wait]);
  });
});

describe('time', () => {
  test('runs out for one try after 30 seconds', async () => {
    const { api, times } = script(['hang'], { retries: 1 });
    const result = await callOperation(api, list.get);
    expect(result).toMatchObject({ kind: 'timeout', message: 'No response within 30000 ms.' });
    expect(times[1]).toBeGreaterThanOrEqual(30_500);
  });

  test('runs out though fetch does not listen to its signal', async () => {
    const { api } = script([() => new Promise(() => {})], { timeout: 50, retries: 0 });
    expect(await callOperation(api, list.get)).toMatchObject({ kind: 'timeout' });
  });

  test('runs out while the key is being asked for', async () => {
    const { api, times } = script([200], { timeout: 50, retries: 0, apiKey: () => new Promise(() => {}) });
    expect(await callOperation(api, list.get)).toMatchObject({ kind: 'timeout' });
    expect(times).toEqual([]);
  });

  test('may be without limit', async () => {
    const late = () =>
      new Promise<Response>((resolve) =>
        setTimeout(() => resolve(Response.json({ success: true, payload: [] })), 600_000),
      );
    const { api } = script([late], { timeout: Number.POSITIVE_INFINITY });
    expect(await callOperation(api, list.get)).toMatchObject({ success: true });
  });

  test('of the whole call ends a try', async () => {
    const { api, times } = script(['hang'], { deadline: 40_000 });
    const start = Date.now();
    expect(await callOperation(api, list.get)).toMatchObject({ kind: 'timeout' });
    expect(times).toHaveLength(2);
    expect(Date.now() - start).toBeLessThanOrEqual(40_100);
  });

  test('of the whole call is not spent waiting for a try that it has no time for', async () => {
    const { api, times } = script([[429, { 'retry-after': '30' }]]);
    const start = Date.now();
    expect(await callOperation(api, list.get, { deadline: 20_000 })).toMatchObject({
      kind: 'failure',
      status: 429,
    });
    expect(times).toHaveLength(1);
    expect(Date.now() - start).toBeLessThanOrEqual(100);
  });
});

describe('aborting', () => {
  const reason = new Error('changed my mind');

  test('before the call sends nothing', async () => {
    const { api, times } = script([200]);
    const result = await callOperation(api, list.get, { signal: AbortSignal.abort(reason) });
    expect(result).toMatchObject({
      success: false,
      kind: 'aborted',
      message: 'The call was aborted.',
      errors: [],
    });
    expect(result.cause).toBe(reason);
    expect(times).toEqual([]);
  });

  test.each([
    ['while the answer is awaited', 'hang' as const, {}, 1],
    ['while the body is read', async () => new Response(new ReadableStream()), {}, 1],
    ['while waiting for the next try', [429, { 'retry-after': '9' }] as Step, {}, 1],
    ['while fetch does not listen', () => new Promise<Response>(() => {}), {}, 1],
    ['while the key is being asked for', 200, { apiKey: () => new Promise<string>(() => {}) }, 0],
    ['while the key is being renewed', 401, { refresh: () => new Promise(() => {}) }, 1],
  ])('%s keeps the reason', async (_name, step, options, tries) => {
    const { api, times } = script([step], options);
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 1000);
    const result = await callOperation(api, list.get, { signal: controller.signal });
    expect(result).toMatchObject({ kind: 'aborted' });
    expect(result.cause).toBe(reason);
    expect(times).toHaveLength(tries);
    expect(Date.now() - Date.parse('2026-01-01T00:00:00Z')).toBe(1000);
  });

  test('reaches fetch', async () => {
    let seen: unknown;
    const step = (signal: AbortSignal) =>
      new Promise<Response>(() => signal.addEventListener('abort', () => (seen = signal.reason)));
    const { api } = script([step]);
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 10);
    await callOperation(api, list.get, { signal: controller.signal });
    expect(seen).toBe(reason);
  });

  test('after the call does nothing, for no listener is left', async () => {
    const controller = new AbortController();
    const add = vi.spyOn(controller.signal, 'addEventListener');
    const remove = vi.spyOn(controller.signal, 'removeEventListener');
    const { api } = script(['throw', 500, 200]);
    await callOperation(api, list.get, { signal: controller.signal });
    expect(add).toHaveBeenCalledTimes(5);
    expect(remove.mock.calls.map((call) => call.slice(0, 2))).toEqual(
      add.mock.calls.map((call) => call.slice(0, 2)),
    );
  });
});

describe('refreshing the key', () => {
  test('happens once on 401, and the call is tried again with the new key', async () => {
    let key = 'old';
    const keys: (string | null)[] = [];
    const { api } = script([401, 200], {
      apiKey: () => key,
      refresh: async () => {
        key = 'new';
      },
      onRequest: ({ headers }) => keys.push(headers.get('authorization')),
      retries: 0,
    });
    expect(await callOperation(api, list.post)).toMatchObject({ success: true });
    expect(keys).toEqual(['Bearer old', 'Bearer new']);
  });

  test('is not repeated when the new key is refused too', async () => {
    const refresh = vi.fn();
    const { api, times } = script([401], { refresh });
    expect(await callOperation(api, list.get)).toMatchObject({ kind: 'failure', status: 401 });
    expect(refresh).toHaveBeenCalledTimes(1);
    expect(times).toHaveLength(2);
  });

  test.each([
    ['rejects', () => Promise.reject(new Error('signed out'))],
    [
      'throws',
      () => {
        throw new Error('signed out');
      },
    ],
    ['never ends', () => new Promise(() => {})],
  ])('that %s gives the 401', async (_name, refresh) => {
    const { api, times } = script([401], { refresh, timeout: 1000 });
    expect(await callOperation(api, list.get)).toMatchObject({ kind: 'failure', status: 401 });
    expect(times).toHaveLength(1);
  });

  test('does not outlast the deadline of the call', async () => {
    const slow = () =>
      new Promise((resolve) => setTimeout(resolve, 700)).then(() => Response.json({}, { status: 401 }));
    const { api } = script([slow], { refresh: () => new Promise(() => {}) });
    const start = Date.now();
    expect(await callOperation(api, list.get, { deadline: 1000 })).toMatchObject({ status: 401 });
    expect(Date.now() - start).toBeLessThanOrEqual(1100);
  });

  test('is shared by the calls under way, the late ones included', async () => {
    let key = 'old';
    const refresh = vi.fn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      key = 'new';
    });
    const delays = [0, 100, 5000];
    const fetch = async (_url: unknown, init: RequestInit = {}) => {
      const isOld = new Headers(init.headers).get('authorization') === 'Bearer old';
      if (isOld) await new Promise((resolve) => setTimeout(resolve, delays.shift()));
      return Response.json({ success: !isOld, payload: [], message: 'm' }, { status: isOld ? 401 : 200 });
    };
    const api = client.createClient({
      baseUrl: '',
      apiKey: () => key,
      refresh,
      fetch: fetch as typeof globalThis.fetch,
    });
    const results = await settle(Promise.all([api.apiKeys.list(), api.apiKeys.list(), api.apiKeys.list()]));
    expect(results.map((result: { success: boolean }) => result.success)).toEqual([true, true, true]);
    expect(refresh).toHaveBeenCalledTimes(1);
  });
});

describe('the hooks', () => {
  test('see every try, every answer and the end', async () => {
    const seen: string[] = [];
    const { api } = script([503, 503, 404], {
      onRequest: ({ operation, attempt, url, body }) =>
        seen.push(`${operation.method} ${url} ${attempt} ${body}`),
      onResponse: async (response, request) =>
        seen.push(`${response.status} ${(await response.clone().json()).message} ${request.attempt}`),
      onFailure: (fail, operation) => seen.push(`${fail.message} ${operation.path}`),
    });
    await callOperation(api, list.put);
    const body = '{"list":"l","id":"i","name":"n"}';
    expect(seen).toEqual([
      `PUT /api/settings 0 ${body}`,
      '503 No 503. 0',
      `PUT /api/settings 1 ${body}`,
      '503 No 503. 1',
      `PUT /api/settings 2 ${body}`,
      '404 No 404. 2',
      'No 404. /settings',
    ]);
  });

  test('can change the URL and the headers of a try', async () => {
    const fetch = vi.fn(async (_url: string, _init: RequestInit) =>
      Response.json({ success: true, payload: [] }),
    );
    const api = client.createClient({
      baseUrl: 'https://a.example',
      fetch: fetch as unknown as typeof globalThis.fetch,
      onRequest(request: OutgoingRequest) {
        request.url += '?v=1';
        request.headers.set('x-trace', 't');
      },
    });
    await settle(api.apiKeys.list());
    expect(fetch.mock.calls[0]?.[0]).toBe('https://a.example/api/api-keys?v=1');
    expect(new Headers(fetch.mock.calls[0]?.[1].headers).get('x-trace')).toBe('t');
  });

  test('and the key function that throw are a network fail with the cause', async () => {
    const cause = new Error('no key today');
    const { api, times } = script([200], { apiKey: () => Promise.reject(cause), retries: 0 });
    const result = await callOperation(api, list.get);
    expect(result).toMatchObject({ kind: 'network', message: 'no key today' });
    expect(result.cause).toBe(cause);
    expect(times).toEqual([]);
  });

  test('are waited for', async () => {
    const cause = new Error('not today');
    const { api } = script([200], { onResponse: () => Promise.reject(cause), retries: 0 });
    expect((await callOperation(api, list.get)).cause).toBe(cause);
    const late = script([200], { onRequest: () => new Promise((resolve) => setTimeout(resolve, 700)) });
    await callOperation(late.api, list.get);
    expect(late.times).toEqual([700]);
  });

  test('of failures are not called for a success', async () => {
    const onFailure = vi.fn();
    const { api } = script([500, 200], { onFailure });
    await callOperation(api, list.get);
    expect(onFailure).not.toHaveBeenCalled();
  });
});

describe('orThrow', () => {
  test('gives the payload', async () => {
    const { api } = script([200]);
    expect(await settle(api.apiKeys.list().orThrow())).toEqual([]);
  });

  test('stands on a real promise', () => {
    const { api } = script([200]);
    const call = api.apiKeys.list();
    expect(call).toBeInstanceOf(Promise);
    return settle(call.finally(() => {}));
  });

  test('throws an ApiError that every copy of a client knows, without headers and body in its JSON', async () => {
    const { api } = script([[404, { 'x-secret': 'canary' }]]);
    const error = await settle(api.apiKeys.list().orThrow()).catch((thrown: unknown) => thrown);
    const other = await loadClient({
      ...FIXTURE_MODEL,
      credentials: { name: 'Other', header: 'X', prefix: '' },
    });
    expect(error).toBeInstanceOf(client.ApiError);
    expect(error).not.toBeInstanceOf(other.ApiError);
    expect(other.isApiError(error)).toBe(true);
    expect(error).toMatchObject({
      name: 'ApiError',
      message: 'No 404.',
      kind: 'failure',
      status: 404,
      errors: [],
    });
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'ApiError',
      kind: 'failure',
      status: 404,
      message: 'No 404.',
      errors: [],
    });
  });

  test('throws what a log that prints every property says neither headers nor body of', async () => {
    const { api } = script([
      async () => new Response('canary', { status: 502, headers: { 'x-secret': 'canary' } }),
    ]);
    const error = await settle(api.apiKeys.list({ retries: 0 }).orThrow()).catch((thrown: unknown) => thrown);
    expect(inspect(error)).not.toContain('canary');
    expect(JSON.stringify({ ...(error as object) })).not.toContain('canary');
    expect((error as InstanceType<typeof client.ApiError>).fail).toMatchObject({ body: 'canary' });
  });

  test('keeps the cause', async () => {
    const { api } = script(['throw'], { retries: 0 });
    const error = await settle(api.apiKeys.list().orThrow()).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ kind: 'network', status: undefined, cause: new TypeError('fetch failed') });
    expect([null, undefined, 1, {}, new Error('x')].map((value) => client.isApiError(value))).not.toContain(
      true,
    );
  });
});
