import { expect, test } from 'vitest';
import { diffDescriptions } from '../../src/diff/diff-descriptions.js';
import type { JsonObject } from '../../src/diff/json.js';
import { describeApi, describeOperation, withDefaults } from './support/describe-api.js';
import { LEVEL_OF, OASDIFF_RULES } from './support/oasdiff-rules.js';

const NOW = new Date('2026-06-01');
const diff = (base: JsonObject, head: JsonObject) => diffDescriptions(base, head, { now: NOW });

function answer(schema: JsonObject): JsonObject {
  return { 200: { description: 'Done.', content: { 'application/json': { schema } } } };
}

/** So many operations that answer with the named schema `Item`, which leads to itself by way of `Page`. */
function describeMany(count: number, name: JsonObject): JsonObject {
  const item = { $ref: '#/components/schemas/Item' };
  const paths = Array.from({ length: count }, (_, index): [string, JsonObject] => [
    `/v${index}/items`,
    { get: withDefaults({ operationId: `v${index}`, responses: answer(item) }) },
  ]);
  const page = { $ref: '#/components/schemas/Page' };
  const schemas = {
    Item: { type: 'object', properties: { name, page }, required: ['name'] },
    Page: { type: 'object', properties: { items: { type: 'array', items: item } }, required: ['items'] },
  };
  return describeApi(Object.fromEntries(paths), { components: { schemas } });
}

test('A change of a schema that a thousand operations share is one change, with all of them.', () => {
  const changes = diff(describeMany(1000, { type: 'string' }), describeMany(1000, { type: 'number' }));
  expect(changes).toHaveLength(1);
  expect(changes[0]).toMatchObject({
    code: 'response-type-changed',
    message: 'Responses: `Item.name` is now a number; it was a string.',
  });
  expect(changes[0]?.operations).toHaveLength(1000);
});

test('A named schema is judged by each way in which it is used.', () => {
  const schema = (maxLength: number) => ({ type: 'string', maxLength });
  const describe = (maxLength: number) =>
    describeOperation(
      {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Name' } } } },
        responses: answer({ $ref: '#/components/schemas/Name' }),
      },
      { components: { schemas: { Name: schema(maxLength) } } },
    );
  expect(diff(describe(9), describe(5)).map(({ code, level }) => `${level} ${code}`)).toEqual([
    'breaking request-bound-tightened',
    'safe response-bound-tightened',
  ]);
});

test('A schema that is given a name, or whose parts are put in one object, is the same.', () => {
  const item = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'number' } },
    required: ['a', 'b'],
    default: {},
    deprecated: true,
  };
  const parts = [
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    { type: 'object', properties: { b: { type: 'number' } }, required: ['b'] },
  ];
  const inline = describeOperation({ responses: answer(item) });
  const named = describeOperation(
    { responses: answer({ $ref: '#/components/schemas/Item' }) },
    { components: { schemas: { Item: item } } },
  );
  const composed = describeOperation({ responses: answer({ allOf: parts, default: {}, deprecated: true }) });
  expect(diff(inline, named).map(({ code }) => code)).toEqual(['schema-added']);
  expect(diff(named, inline).map(({ code }) => code)).toEqual(['schema-removed']);
  expect(diff(inline, composed)).toEqual([]);
  expect(diff(composed, inline)).toEqual([]);
});

test('Schemas that lead to themselves through parts of their own are compared to an end.', () => {
  const tree = (max: number): JsonObject => ({
    allOf: [
      { type: 'object', properties: { name: { type: 'string', maxLength: max } } },
      {
        type: 'object',
        properties: { child: { allOf: [{ $ref: '#/components/schemas/Tree' }, { required: ['name'] }] } },
      },
    ],
  });
  const describe = (max: number) =>
    describeOperation(
      { responses: answer({ $ref: '#/components/schemas/Tree' }) },
      { components: { schemas: { Tree: tree(max) } } },
    );
  expect(diff(describe(5), describe(9)).map(({ code }) => code)).toContain('response-bound-relaxed');
});

test.each([
  [
    'request-parameter-enum-value-removed',
    { enum: ['a', 'b'] },
    { enum: ['a'] },
    'request-enum-value-removed',
  ],
  [
    'request-parameter-max-decreased',
    { type: 'number', maximum: 9 },
    { type: 'number', maximum: 5 },
    'request-bound-tightened',
  ],
] as const)('oasdiff agrees by %s: parameters are judged like bodies.', (rule, base, head, code) => {
  const describe = (schema: JsonObject) =>
    describeOperation({ parameters: [{ name: 'q', in: 'query', schema }] });
  const [change, ...more] = diff(describe(base), describe(head));
  expect(more).toEqual([]);
  expect(change).toMatchObject({ code, level: LEVEL_OF[OASDIFF_RULES[rule]] });
  expect(change?.message).toMatch(/^Query parameter `q`: it /);
});

test('Another default of a parameter is risky, where oasdiff calls it breaking: no call fails for it.', () => {
  const describe = (value: number) =>
    describeOperation({
      parameters: [{ name: 'limit', in: 'query', schema: { type: 'number', default: value } }],
    });
  expect(OASDIFF_RULES['request-parameter-default-value-changed']).toBe('ERR');
  expect(diff(describe(20), describe(50))).toMatchObject([
    { code: 'request-default-changed', level: 'risky' },
  ]);
});

test('Of a webhook the subscriber gets the body, so that what it may hold is judged like an answer.', () => {
  const describe = (maxLength: number) =>
    describeApi(
      {},
      {
        webhooks: {
          sold: {
            post: {
              requestBody: { content: { 'application/json': { schema: { type: 'string', maxLength } } } },
              responses: {},
            },
          },
        },
      },
    );
  expect(diff(describe(5), describe(9)).map(({ level }) => level)).toEqual(['breaking']);
  expect(diff(describe(9), describe(5)).map(({ level }) => level)).toEqual(['safe']);
});

/** `GET /things` as procgen describes it: with headers of its own when it is limited, and a type of its own. */
function describeLimited(isLimited: boolean, more: JsonObject = {}): JsonObject {
  const refer = (name: string) => ({ $ref: `#/components/headers/${name}` });
  const names = ['RateLimit-Policy', 'RateLimit', 'X-RateLimit-Limit', 'Retry-After', 'Sunset'];
  const own = Object.fromEntries(names.map((name): [string, JsonObject] => [name, refer(name)]));
  return describeOperation(
    {
      parameters: [
        { name: 'tag', in: 'query', schema: { type: 'string' } },
        ...(isLimited ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ],
      responses: { 204: { description: 'Done.', headers: { ...(isLimited ? own : {}), ...more } } },
      ...(isLimited && { 'x-rate-limit': { class: 'QUERY', limit: 100, windowMs: 60_000 } }),
    },
    {
      components: {
        headers: Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }])),
        parameters: { IdempotencyKey: { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } } },
      },
    },
  );
}

test.each([
  ['post', true, 'write', []],
  ['post', true, 'read', ['scope-added', 'scope-removed']],
  ['post', false, 'read', []],
  ['post', false, 'write', ['scope-added', 'scope-removed']],
  ['put', false, 'write', []],
  ['get', false, 'read', []],
])(
  'Without scopes, a %s that takes an idempotency key (%j) asks for the scope `%s` or tells %j.',
  (method, isMutation, scope, codes) => {
    const describe = (scopes: readonly string[]) =>
      describeApi(
        {
          '/things': {
            [method]: withDefaults({
              security: [{ Key: scopes }],
              ...(isMutation && { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] }),
            }),
          },
        },
        { components: { securitySchemes: { Key: { type: 'http', scheme: 'bearer' } } } },
      );
    expect(diff(describe([scope]), describe([])).map(({ code }) => code)).toEqual(codes);
  },
);

test('Headers that procgen adds are told as what they come from, not as changes of their own.', () => {
  const codes = (base: JsonObject, head: JsonObject) => diff(base, head).map(({ code }) => code);
  expect(codes(describeLimited(true), describeLimited(false))).toEqual([
    'idempotency-key-removed',
    'rate-limit-removed',
  ]);
  expect(codes(describeLimited(false), describeLimited(true))).toEqual([
    'rate-limit-added',
    'idempotency-key-added',
  ]);
});

test('A header of such a name that an author declares is compared like any other.', () => {
  const own = {
    Sunset: { schema: { type: 'string' } },
    'Retry-After': { $ref: '#/components/headers/RateLimit' },
  };
  expect(diff(describeLimited(false, own), describeLimited(false)).map(({ message }) => message)).toEqual([
    'Response 204: the header `Sunset` is gone.',
    'Response 204: the header `Retry-After` is gone.',
  ]);
});

test('A named schema goes with the operations that used it, and breaks callers where one is left.', () => {
  const item = { $ref: '#/components/schemas/Item' };
  const tag: JsonObject = { type: 'object', properties: { name: { type: 'string' } } };
  const schemas = {
    Item: { type: 'object', properties: { tag: { $ref: '#/components/schemas/Tag' } } },
    Tag: tag,
  };
  const list = { get: withDefaults({ operationId: 'list', responses: answer(item) }) };
  const gone = {
    get: { ...withDefaults({ deprecated: true, 'x-sunset': '2026-01-01' }), responses: answer(item) },
  };
  const base = describeApi({ '/gone': gone, '/list': list }, { components: { schemas } });
  const without = describeApi({}, {});
  expect(diff(describeApi({ '/gone': gone }, { components: { schemas } }), without)).toMatchObject([
    { code: 'operation-removed-after-sunset', level: 'safe' },
  ]);
  const inline = { type: 'object', properties: { tag } };
  const left = describeApi({ '/list': { get: { ...list.get, responses: answer(inline) } } });
  expect(diff(base, left).map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'schema-removed: The schema `Item` is gone.',
    'schema-removed: The schema `Tag` is gone.',
    'operation-removed-after-sunset: GET /gone is gone, as of 2026-01-01.',
  ]);
});

test('Pointers lead to what changed, in base and in head.', () => {
  const describe = (name: JsonObject) =>
    describeOperation({ responses: answer({ type: 'object', properties: { 'a/b': name } }) });
  const [change] = diff(describe({ type: 'string' }), describe({ type: 'number' }));
  const pointer = '/paths/~1things/get/responses/200/content/application~1json/schema/properties/a~1b';
  expect(change).toMatchObject({ base: pointer, head: pointer, operations: ['GET /things'] });
});
