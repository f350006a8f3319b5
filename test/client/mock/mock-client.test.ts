import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { emitClient } from '../../../src/compiler/emit/client/emit-client.js';
import { emitMock } from '../../../src/compiler/emit/mock/emit-mock.js';
import { MAX_ITEMS } from '../../../src/examples/generation-context.js';
import { makeValue } from '../../../src/examples/make-value.js';
import type { MockSchema } from '../../../src/examples/mock-schema.js';
import { createRandom } from '../../../src/examples/random.js';
import { checkTypes } from '../../compiler/emit/client/check-types.js';
import {
  answer,
  arrayOf,
  model,
  named,
  object,
  procedure,
  reference,
  UNDEFINED,
} from '../../compiler/emit/client/fixture-model.js';
import { readMock, readParts } from '../../compiler/emit/client/read-parts.js';
import { findMockFaults } from './find-mock-faults.js';

const ITEM = {
  type: 'object',
  description: 'What there is.',
  title: 'Item',
  properties: {
    id: { type: 'string', format: 'uuid' },
    name: { type: 'string', examples: ['Ada', 'Grace'] },
    children: { type: 'array', items: { $ref: '#/components/schemas/Item' } },
  },
  required: ['id', 'name', 'children'],
};
const ENVELOPE = (payload: object) => ({
  type: 'object',
  properties: { success: { const: true }, payload },
  required: ['success', 'payload'],
});
const Item = { $ref: '#/components/schemas/Item' };

const service = {
  ...model(
    [
      named('Item', object({ id: {}, name: {}, children: arrayOf(reference('Item')) })),
      named('ItemsListPayload', arrayOf(reference('Item'))),
      named('ItemsPagePayload', object({ items: arrayOf(reference('Item')), createdAt: {} })),
      named('Key', object({ id: {} })),
      named('Page', object({ limit: { isOptional: true } })),
    ],
    [
      procedure('items.clear', 'DELETE /items', answer('empty', UNDEFINED, 204)),
      procedure('items.find', 'GET /items/:id', {
        takes: reference('Key'),
        success: { status: 200, kind: 'plain', schema: Item, payload: reference('Item'), headers: [] },
      }),
      procedure('items.open', 'GET /items/:id/file', {
        takes: reference('Key'),
        ...answer('redirect', UNDEFINED, 303),
      }),
      procedure('items.picture', 'GET /picture', {
        success: {
          status: 200,
          kind: 'binary',
          contentType: 'image/*',
          payload: { kind: 'keyword', name: 'Blob' },
          headers: [],
        },
      }),
      procedure('items.page', 'GET /pages', {
        takes: reference('Page'),
        success: {
          status: 200,
          kind: 'envelope',
          schema: ENVELOPE({
            type: 'object',
            properties: {
              items: { type: 'array', items: Item },
              createdAt: { type: 'string', format: 'date-time' },
            },
            required: ['items', 'createdAt'],
          }),
          payload: reference('ItemsPagePayload'),
          headers: [],
        },
      }),
      procedure('items.list', 'GET /items', {
        success: {
          status: 200,
          kind: 'envelope',
          schema: ENVELOPE({ type: 'array', minItems: 2, maxItems: 4, items: Item }),
          payload: reference('ItemsListPayload'),
          headers: [],
        },
      }),
      procedure('items.follow', 'GET /items/events', {
        success: { status: 200, kind: 'events', schema: Item, payload: reference('Item'), headers: [] },
      }),
      procedure('items.export', 'GET /items/lines', {
        success: { status: 200, kind: 'lines', schema: Item, payload: reference('Item'), headers: [] },
      }),
    ],
  ),
  schemas: [{ name: 'Item', schema: ITEM }],
};

const client = emitClient(service, await readParts()).text;
const mock = emitMock(service, await readMock(), '.js').text;
const folder = await mkdtemp(join(tmpdir(), 'procgen-mock-'));
afterAll(() => rm(folder, { recursive: true }));
await writeFile(join(folder, 'package.json'), '{"type":"module"}');
for (const [name, text] of Object.entries({ client, 'client.mock': mock })) {
  await writeFile(
    join(folder, `${name}.js`),
    (await transform(text, { loader: 'ts', target: 'es2022' })).code,
  );
}
const { createMockClient, createMockTransport, MockFailure } = await import(
  pathToFileURL(join(folder, 'client.mock.js')).href
);
const { itemsList } = await import(pathToFileURL(join(folder, 'client.js')).href);

test('A mock answers with data of the schema, examples where there are any, and comes to an end.', async () => {
  const items = await createMockClient().items.list().orThrow();
  expect(items.length).toBeGreaterThanOrEqual(2);
  expect(items.length).toBeLessThanOrEqual(4);
  expect(items[0].id).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(['Ada', 'Grace']).toContain(items[0].name);
});

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

test('A stream has items of the schema, comes to an end, and goes on behind the last id.', async () => {
  const api = createMockClient();
  const events = await collect<{ name: string }>(api.items.follow());
  expect(events).toHaveLength(3);
  for (const { name } of events) expect(['Ada', 'Grace']).toContain(name);
  expect(await collect(api.items.follow())).toEqual(events);
  expect(await collect(api.items.follow({ lastEventId: '2' }))).toEqual(events.slice(2));
  expect(await collect(api.items.export())).toHaveLength(3);
});

test('A stream has the items that a test gives, or fails as it says.', async () => {
  const given = [{ id: '1' }, { id: '2' }];
  const api = createMockClient({
    answers: {
      'items.follow': () => given,
      'items.export': () => {
        throw new MockFailure(404, 'Gone.');
      },
    },
  });
  expect(await collect(api.items.follow())).toEqual(given);
  await expect(collect(api.items.export())).rejects.toMatchObject({ status: 404, message: 'Gone.' });
});

test('A mock answers bytes with a type of the range that is declared, or with that of the bytes given.', async () => {
  const blob = await createMockClient().items.picture().orThrow();
  expect([blob.type, blob.size > 0]).toEqual(['image/png', true]);
  const answers = { 'items.picture': () => new Blob(['x'], { type: 'image/gif' }) };
  const given = await createMockClient({ answers }).items.picture().orThrow();
  expect([given.type, await given.text()]).toEqual(['image/gif', 'x']);
});

test('A mock has the URL of an operation that redirects, below the base that it is told.', () => {
  expect(createMockClient().items.open.url({ id: 'a' })).toBe('http://mock.invalid/api/items/a/file');
  expect(createMockClient({ baseUrl: '' }).items.open.url({ id: 'a' })).toBe('/api/items/a/file');
});

test('The same seed and input give the same answer, in any order; others give others.', async () => {
  const [first, second] = [createMockClient({ seed: 7 }), createMockClient({ seed: 7 })];
  const list = await first.items.list().orThrow();
  await second.items.find({ id: 'a' });
  expect(await second.items.list().orThrow()).toEqual(list);
  expect(await createMockClient({ seed: 8 }).items.list().orThrow()).not.toEqual(list);
  const [a, b] = [
    await first.items.find({ id: 'a' }).orThrow(),
    await first.items.find({ id: 'b' }).orThrow(),
  ];
  expect(a).not.toEqual(b);
  expect(await second.items.find({ id: 'a' }).orThrow()).toEqual(a);
});

test('A list has no more items than a call asks for, and those inside its items are not cut.', async () => {
  const api = createMockClient();
  for (const limit of [0, 1, 2]) {
    const { items } = await api.items.page({ limit }).orThrow();
    expect([limit, items.length]).toEqual([limit, limit === 0 ? 0 : expect.toBeOneOf([1, limit])]);
  }
  const lengths = await Promise.all(
    Array.from({ length: 20 }, async (_, seed) => {
      const { items } = await createMockClient({ seed }).items.page({ limit: 1 }).orThrow();
      return items[0].children.length;
    }),
  );
  expect(Math.max(...lengths)).toBeGreaterThan(1);
});

test('Dates are in the 30 days before the day that a test names, at whatever time of it.', async () => {
  const at = async (now: string, seed: number) => {
    const payload = await createMockClient({ seed, now: new Date(now) })
      .items.page({})
      .orThrow();
    return payload.createdAt;
  };
  for (let seed = 1; seed <= 50; seed++) {
    const createdAt = await at('2031-03-08T17:30:00Z', seed);
    expect(createdAt >= '2031-02-06' && createdAt <= '2031-03-08T00:00:00.000Z').toBe(true);
    expect(await at('2031-03-08T00:00:00Z', seed)).toBe(createdAt);
  }
});

test('Numbers and texts are such as people write: no minus zero, words and numbers where a pattern takes them.', () => {
  const make = (schema: MockSchema, seed: number) =>
    makeValue(schema, {
      random: createRandom(`${seed}`),
      schemas: {},
      depth: 0,
      nowMs: Date.UTC(2026, 5, 1),
      maxItems: MAX_ITEMS,
    });
  for (let seed = 1; seed <= 200; seed++) {
    expect(make({ type: 'string', pattern: '^-?(?:0|[1-9]\\d*)$' }, seed)).toMatch(/^[1-9]\d{0,2}$/);
    expect(make({ type: 'string', pattern: '^v-?\\d+$' }, seed)).toMatch(/^v\d+$/);
    expect(make({ type: 'string', pattern: '^[a-z-]+$' }, seed)).toMatch(/^[a-z]{5,}$/);
    expect(make({ type: 'string', pattern: '^-?[A-F]{2}(?<=-..)$' }, seed)).toMatch(/^-[A-F]{2}$/);
    expect(make({ type: 'number', maximum: 100 }, seed)).toBeGreaterThanOrEqual(0);
    expect(Object.is(make({ type: 'integer', minimum: -0.5, maximum: 0.5 }, seed), 0)).toBe(true);
  }
});

test('Whatever the story of every schema answers is valid by its description.', async () => {
  const file = new URL('../../cases/valid/every-schema/expected/openapi.json', import.meta.url);
  expect(findMockFaults(JSON.parse(await readFile(file, 'utf8')), 20)).toEqual([]);
});

test('An operation on its own takes the mock’s transport.', async () => {
  const result = await itemsList(createMockTransport({ seed: 7 }));
  expect(result.payload).toEqual(await createMockClient({ seed: 7 }).items.list().orThrow());
});

test('An operation without a body answers with none.', async () => {
  expect(await createMockClient().items.clear()).toMatchObject({
    success: true,
    payload: undefined,
    status: 204,
  });
});

test('A test gives answers of its own, from the input, and failures.', async () => {
  const api = createMockClient({
    answers: {
      'items.find': ({ id }: { id: string }) => ({ id, name: 'Own', children: [] }),
      'items.list': () => {
        throw new MockFailure(409, 'Not now.', [{ path: ['limit'], message: 'Too large.' }]);
      },
      'items.clear': () => undefined,
    },
  });
  expect(await api.items.find({ id: 'x' }).orThrow()).toEqual({ id: 'x', name: 'Own', children: [] });
  expect(await api.items.list()).toMatchObject({
    success: false,
    kind: 'failure',
    status: 409,
    message: 'Not now.',
    errors: [{ path: ['limit'], message: 'Too large.' }],
  });
  expect(await api.items.clear()).toMatchObject({ success: true, status: 204 });
});

test('It is the real client all the same: paths, timeouts and signals are its own.', async () => {
  const api = createMockClient({ latency: 60_000, retries: 0 });
  expect(await api.items.list({ timeout: 5 })).toMatchObject({ success: false, kind: 'timeout' });
  expect(await api.items.list({ signal: AbortSignal.abort() })).toMatchObject({ kind: 'aborted' });
  await expect(api.items.find({ id: '..' })).rejects.toThrow(TypeError);
});

test('What a test gives is of the types of the operation, under every strict flag.', async () => {
  const consumer = `
    import type { Client, Item } from './client.js';
    import { createMockClient, MockFailure } from './client.mock.js';
    const item: Item = { id: 'a', name: 'b', children: [] };
    export const api: Client = createMockClient({ seed: 1, answers: { 'items.find': ({ id }) => ({ ...item, id }) } });
    createMockClient({ answers: { 'items.list': async () => [item], 'items.clear': () => { throw new MockFailure(404, 'x'); } } });
    // @ts-expect-error no such operation
    createMockClient({ answers: { 'items.lost': () => item } });
    // @ts-expect-error an item has a name
    createMockClient({ answers: { 'items.find': () => ({ id: 'a' }) } });
  `;
  const files = { 'client.ts': client, 'client.mock.ts': mock, 'consumer.ts': consumer };
  expect(await checkTypes(files, '7', 'dom')).toBe('');
});
