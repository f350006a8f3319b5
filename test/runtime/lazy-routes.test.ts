import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import type { InputPlan, NamedPlans } from '../../src/protocol/decoding-plan.js';
import { createApp, createRouter } from '../../src/runtime/index.js';
import { openMeta } from './support/small-procedures.js';
import { json, routeOf, startService, stopServices, tableOf } from './support/start-service.js';

afterEach(stopServices);

/** Procedures whose schemas note which of them have been looked into. */
function createWatched(names: readonly string[]) {
  const seen: string[] = [];
  const routes = names.map((name) => {
    const output = z.lazy(() => {
      seen.push(name);
      return z.string();
    });
    const made = procedure
      .meta(openMeta('GET', `/${name}`))
      .output(output)
      .query(() => name);
    return routeOf(name, made);
  });
  return { routes, seen };
}

test('A start makes no route ready, and a call makes its own ready, once.', async () => {
  const { routes, seen } = createWatched(['one', 'two', 'three']);
  const { ask } = await startService({ routes });
  expect(seen).toEqual([]);
  expect(await (await ask('/api/two')).json()).toBe('two');
  expect(new Set(seen)).toEqual(new Set(['two']));
  const looks = seen.length;
  expect(await (await ask('/api/two')).json()).toBe('two');
  expect(seen).toHaveLength(looks);
});

test('The first answer of a route is that of the second, byte for byte.', async () => {
  const { routes } = createWatched(['one']);
  const { ask } = await startService({ routes });
  const read = async () => {
    const answer = await ask('/api/one', { headers: { 'X-Request-Id': 'same' } });
    const headers = [...answer.headers].filter(([name]) => name !== 'date');
    return { status: answer.status, headers, text: await answer.text() };
  };
  expect(await read()).toEqual(await read());
});

test('A schema that cannot be looked into harms nobody whom another guard refuses.', async () => {
  const broken = procedure
    .meta({ openapi: { ...openMeta('POST', '/broken').openapi, protect: true } })
    .input(
      z.object({
        part: z.lazy(() => {
          throw new Error('The schema is broken.');
        }),
      }),
    )
    .output(z.string())
    .mutation(() => 'broken');
  const { ask } = await startService({ routes: [routeOf('broken', broken, { body: 'required' })] });
  expect((await ask('/api/broken', json({ part: 1 }))).status).toBe(401);
});

const one = procedure
  .meta(openMeta('GET', '/one'))
  .input(z.object({ tree: z.unknown() }))
  .output(z.string())
  .query(() => 'one');

test.each<[string, InputPlan, NamedPlans]>([
  ['in a query', { query: { object: { tree: { ref: 'Tree' } } } }, {}],
  ['behind another', { query: { object: { tree: { ref: 'Node' } } } }, { Node: { array: { ref: 'Tree' } } }],
  ['in a union', { query: { union: ['string', { ref: 'Tree' }] } }, {}],
  [
    'in the rest of a tuple',
    { query: { tuple: ['string'], rest: { set: { record: { ref: 'Tree' } } } } },
    {},
  ],
])(
  'A plan that is not there, %s, is an error at the start and not at the first call.',
  async (_, plan, plans) => {
    const table = await tableOf({ routes: [routeOf('one', one, { plan })], plans });
    expect(() => createApp(table)).toThrow('The route table has no plan "Tree".');
    expect(() => createRouter(table)).toThrow('The route table has no plan "Tree".');
  },
);

test('A path that no router can serve is an error at the start.', async () => {
  const table = await tableOf({ routes: [routeOf('one', one, { path: '/a b/:' })] });
  expect(() => createApp(table)).toThrow('A router cannot serve the path "/a b/:".');
});
