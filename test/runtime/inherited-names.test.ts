import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import { routeOf, startService, stopServices } from './support/start-service.js';

afterAll(stopServices);

/** Names that every object inherits, and one that classes have. */
const NAMES = ['constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__'];
const meta = (method: 'GET' | 'POST', path: string) => ({
  openapi: { enabled: true, tags: [], summary: '', method, path, protect: false },
  rateLimit: false as const,
});
const echo = (method: 'GET' | 'POST', path: string, input: z.ZodObject) =>
  procedure
    .meta(meta(method, path))
    .input(input)
    .output(z.looseObject({}))
    [method === 'GET' ? 'query' : 'mutation'](({ input }) => ({ ...(input as object) })) as never;

const members = <T extends z.ZodType>(make: () => T) =>
  Object.fromEntries(NAMES.map((name) => [name, make()])) as Record<string, T>;
const required = z.object(members(() => z.string()));
const optional = z.object(members(() => z.string().optional()));
const defaulted = z.object(members(() => z.string().default('x')));
const nested = z.object({ a: z.object(members(() => z.string().optional())).optional() });
const numbers = z.object(members(() => z.number().optional()));
const numberPlan = { object: Object.fromEntries(NAMES.map((name) => [name, 'number'])) } as never;
const pick = z.object({ constructor: z.string() });
const untouched = Object.getOwnPropertyNames(Object.prototype).sort();

const start = () =>
  startService({
    routes: [
      routeOf('get.required', echo('GET', '/required', required)),
      routeOf('get.optional', echo('GET', '/optional', optional)),
      routeOf('get.defaulted', echo('GET', '/defaulted', defaulted)),
      routeOf('get.nested', echo('GET', '/nested', nested)),
      routeOf('get.numbers', echo('GET', '/numbers', numbers), { plan: { query: numberPlan } } as never),
      routeOf('get.strict', echo('GET', '/strict', z.strictObject({ a: z.string().optional() }))),
      routeOf('get.plain', echo('GET', '/plain', z.object({ a: z.string().optional() }))),
      routeOf('get.loose', echo('GET', '/loose', z.looseObject({ a: z.string().optional() }))),
      routeOf('get.path', echo('GET', '/path/:constructor', pick)),
      routeOf('post.optional', echo('POST', '/optional', optional), { body: 'required' }),
      routeOf('post.required', echo('POST', '/required', required), { body: 'required' }),
      routeOf('post.nested', echo('POST', '/nested', nested), { body: 'required' }),
    ],
  });

const LIST: readonly object[] = [{}, { constructor: 'v' }];

describe('A key that objects inherit', () => {
  it('counts as any other, in the query, the path and the body', async () => {
    const { ask } = await start();
    const all = Object.fromEntries(NAMES.map((name) => [name, 'v']));
    const query = new URLSearchParams(all);
    const get = async (path: string) => {
      const response = await ask(`/api${path}`);
      return [response.status, await response.json()];
    };
    const post = async (path: string, body: unknown) => {
      const headers = { 'Content-Type': 'application/json' };
      const response = await ask(`/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return [response.status, await response.json()];
    };
    const refusedAll = [
      400,
      expect.objectContaining({
        errors: NAMES.map((name) => ({ path: [name], message: expect.stringContaining('undefined') })),
      }),
    ];
    expect(await get(`/required?${query}`)).toEqual([200, all]);
    expect(await get('/required')).toEqual(refusedAll);
    expect(await get(`/optional?${query}`)).toEqual([200, all]);
    expect(await get('/optional')).toEqual([200, {}]);
    expect(await get('/defaulted')).toEqual([200, Object.fromEntries(NAMES.map((name) => [name, 'x']))]);
    expect(await get('/nested')).toEqual([200, {}]);
    expect(await get('/nested?a[constructor]=v')).toEqual([200, { a: { constructor: 'v' } }]);
    expect(await get('/numbers')).toEqual([200, {}]);
    expect(await get('/numbers?constructor=1')).toEqual([200, { constructor: 1 }]);
    expect(await get('/numbers?prototype=1&toString=2')).toEqual([200, { prototype: 1, toString: 2 }]);
    expect(await get('/path/v')).toEqual([200, { constructor: 'v' }]);
    expect(await post('/optional', {})).toEqual([200, {}]);
    expect(await post('/optional', all)).toEqual([200, all]);
    expect(await post('/required', {})).toEqual(refusedAll);
    expect(await post('/nested', { a: {} })).toEqual([200, { a: {} }]);
  });

  it('counts as any other in a call without a server, and in its output', async () => {
    const call = procedure
      .meta(meta('POST', '/call'))
      .input(nested)
      .output(z.object({ a: optional, b: z.array(optional) }))
      .mutation(({ input }) => ({ a: input.a ?? {}, b: LIST as never }));
    expect(await call.call({ input: {} as never })).toEqual({ a: {}, b: LIST });
    const { ask } = await startService({ routes: [routeOf('call', call, { body: 'required' })] });
    const headers = { 'Content-Type': 'application/json' };
    const response = await ask('/api/call', { method: 'POST', headers, body: '{"a":{"toString":"t"}}' });
    expect(await response.json()).toEqual({ a: { toString: 't' }, b: LIST });
  });

  it('is harmless where no schema declares it', async () => {
    const { ask } = await start();
    for (const name of NAMES) {
      expect((await ask(`/api/strict?${name}=v`)).status).toBe(400);
      expect(await (await ask(`/api/plain?${name}=v&${name}[prototype]`)).json()).toMatchObject({
        success: false,
      });
      expect(await (await ask(`/api/plain?${name}[prototype][polluted]=v`)).json()).toEqual({});
      expect(await (await ask(`/api/loose?${name}[prototype][polluted]=v`)).json()).toEqual({
        [name]: { prototype: { polluted: 'v' } },
      });
    }
    expect((await ask('/api/plain?__proto__[polluted]=v')).status).toBe(400);
    expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(untouched);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});
