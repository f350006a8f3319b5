import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { nameSchemas } from '../../../src/compiler/model/assign-names.js';
import { PlanRegistry } from '../../../src/compiler/model/plan-decoding.js';
import type { Schema } from '../../../src/definition/schema.js';
import { describeSchemas } from '../support/describe-schemas.js';

function plan(schema: Schema, carrier: 'text' | 'json') {
  const { shapes, registry } = describeSchemas([{ schema, side: 'input' }]);
  const plans = new PlanRegistry(registry, (inner) => nameSchemas(registry).get(inner)?.component ?? '');
  const [shape = { kind: 'absent' as const }] = shapes;
  return { plan: plans.plan(shape, carrier), named: plans.listNamed() };
}

test.each([
  ['a number before a string', z.union([z.string(), z.number()]), { union: ['number', 'string'] }],
  [
    'a number before a boolean, so that 1 is a number',
    z.union([z.boolean(), z.number()]),
    { union: ['number', 'boolean'] },
  ],
  ['a literal before all', z.union([z.string(), z.literal(1)]), { union: [{ literal: [1] }, 'string'] }],
  ['a caught value, then whatever came', z.number().catch(5), { union: ['number', 'any'] }],
  [
    'a preprocessed value, then whatever came',
    z.preprocess((value) => value, z.boolean()),
    { union: ['boolean', 'any'] },
  ],
  [
    'a preprocessed list, after the text as it came',
    z.preprocess((value) => value, z.array(z.int())),
    { union: ['any', { array: 'number' }] },
  ],
  [
    'a preprocessed list that is caught, after the text as it came',
    z.preprocess((value) => value, z.array(z.string())).catch([]),
    { union: ['any', { array: 'string' }] },
  ],
  [
    'a preprocessed list of numbers that is caught, before the text as it came',
    z.preprocess((value) => value, z.array(z.int())).catch([]),
    { union: [{ array: 'number' }, 'any'] },
  ],
  [
    'a preprocessed list or null, after the text as it came',
    z.preprocess((value) => value, z.set(z.string())).nullish(),
    { union: ['any', 'null', { set: 'string' }] },
  ],
  [
    'a preprocessed union with a list, after the text as it came',
    z.preprocess((value) => value, z.array(z.int()).nullable()),
    { union: ['any', 'null', { array: 'number' }] },
  ],
  [
    'a caught list, before the text as it came',
    z.array(z.int()).catch([]),
    { union: [{ array: 'number' }, 'any'] },
  ],
  ['a coerced number as a number', z.coerce.number(), 'number'],
  [
    'the way in of a codec',
    z.codec(z.iso.datetime(), z.date(), {
      decode: (text) => new Date(text),
      encode: (date) => date.toISOString(),
    }),
    'string',
  ],
  ['a numeric enum by its values', z.enum({ Low: 0, High: 1 }), { literal: [0, 1] }],
  [
    'both sides of an intersection',
    z.intersection(z.object({ a: z.number() }), z.object({ b: z.date() })),
    { object: { a: 'number', b: 'date' } },
  ],
  [
    'both sides, of which one is a record of any keys',
    z.record(z.string(), z.date()).and(z.object({ a: z.unknown(), b: z.int() })),
    { object: { a: 'date', b: 'date' }, rest: 'date' },
  ],
  [
    'both sides, of which one is a record of few keys',
    z.record(z.enum(['a']), z.date()).and(z.object({ b: z.int() })),
    { object: { a: 'date', b: 'number' } },
  ],
  [
    'what both sides do not declare',
    z.looseObject({}).and(z.object({}).catchall(z.date())),
    { object: {}, rest: 'date' },
  ],
  [
    'the items of both sides',
    z.object({ a: z.array(z.unknown()) }).and(z.object({ a: z.array(z.date()) })),
    { object: { a: { array: 'date' } } },
  ],
] as const)('Text is planned as %s.', (_, schema, expected) => {
  expect(plan(schema, 'text').plan).toEqual(expected);
});

test.each([
  ['nothing', z.object({ a: z.number(), b: z.array(z.string()), c: z.enum(['x']) }), undefined],
  [
    'only the dates of an object',
    z.object({ a: z.number(), at: z.date().optional() }),
    { object: { at: 'date' } },
  ],
  [
    'sets and bigints',
    z.object({ s: z.set(z.string()), n: z.bigint() }),
    { object: { s: { set: 'string' }, n: 'bigint' } },
  ],
  [
    'dates inside records and tuples',
    z.tuple([z.string(), z.record(z.string(), z.date())]),
    { tuple: ['any', { record: 'date' }] },
  ],
  [
    'what an object does not declare, and of what it declares only what has to be decoded',
    z.object({ a: z.string(), b: z.bigint() }).catchall(z.date()),
    { object: { a: 'any', b: 'bigint' }, rest: 'date' },
  ],
  [
    'unions whole, so that their members can be told apart',
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), at: z.date() }),
      z.object({ kind: z.literal('b'), at: z.string() }),
    ]),
    {
      union: [
        { object: { kind: { literal: ['a'] }, at: 'date' } },
        { object: { kind: { literal: ['b'] }, at: 'string' } },
      ],
    },
  ],
] as const)('JSON is planned as %s.', (_, schema, expected) => {
  expect(plan(schema, 'json').plan).toEqual(expected);
});

test('A schema that contains itself is a named plan, in JSON only where it has work.', () => {
  const Node = z.object({
    at: z.date(),
    get next() {
      return Node.optional();
    },
  });
  expect(plan(Node, 'json')).toEqual({
    plan: { ref: 'TestNode.json' },
    named: { 'TestNode.json': { object: { at: 'date', next: { ref: 'TestNode.json' } } } },
  });
  const Plain = z.object({
    get next() {
      return Plain.optional();
    },
  });
  expect(plan(Plain, 'json')).toEqual({ plan: undefined, named: {} });
});

test('A union of named members is planned as one of unnamed ones: its literals tell them apart.', () => {
  const A = z.object({ kind: z.literal('a'), at: z.date() }).meta({ id: 'A' });
  const B = z.object({ kind: z.literal('b'), at: z.string() }).meta({ id: 'B' });
  expect(plan(z.discriminatedUnion('kind', [A, B]), 'json').plan).toEqual({
    union: [
      { object: { kind: { literal: ['a'] }, at: 'date' } },
      { object: { kind: { literal: ['b'] }, at: 'string' } },
    ],
  });
  expect(plan(z.object({ a: A.pick({ kind: true }).meta({ id: 'Kind' }) }), 'json').plan).toBeUndefined();
});

test('Keys named like members of Object.prototype are keys like others.', () => {
  const left = z.object({ constructor: z.number() });
  const right = z.object({ toString: z.date(), valueOf: z.bigint() });
  expect(plan(z.intersection(left, right), 'json').plan).toEqual({
    object: { toString: 'date', valueOf: 'bigint' },
  });
});

describe('A schema that contains itself, in an intersection', () => {
  const Comment = z.object({
    at: z.date(),
    get replies() {
      return z.array(Comment);
    },
  });
  const params = z.object({ id: z.int() });

  test.each([
    ['first', Comment.and(params)],
    ['last', params.and(Comment)],
  ])('is planned with the other side: %s', (_, schema) => {
    expect(plan(schema, 'json').plan).toEqual({
      object: { at: 'date', replies: { array: { ref: 'TestNode.json' } } },
    });
    expect(plan(schema, 'text').plan).toEqual({
      object: { id: 'number', at: 'date', replies: { array: { ref: 'TestNode.text' } } },
    });
  });

  test('is planned with each member of a union', () => {
    const schema = z.union([z.object({ kind: z.literal('a') }), z.object({ size: z.int() })]).and(Comment);
    const object = { at: 'date', replies: { array: { ref: 'TestNode.text' } } };
    expect(plan(schema, 'text').plan).toEqual({
      union: [{ object: { kind: { literal: ['a'] }, ...object } }, { object: { size: 'number', ...object } }],
    });
  });

  test('is a named plan if the other side contains itself too', () => {
    const Edit = z.object({
      size: z.bigint(),
      get replies() {
        return z.array(Edit);
      },
    });
    const both = {
      object: { at: 'date', replies: { array: { ref: 'intersection 1.json' } }, size: 'bigint' },
    };
    expect(plan(Comment.and(Edit), 'json')).toEqual({ plan: both, named: { 'intersection 1.json': both } });
  });

  test('is planned once, however many ways lead to it', () => {
    const COUNT = 8;
    const create = (prefix: string): z.ZodType[] => {
      const all: z.ZodType[] = Array.from({ length: COUNT }, (_, index) =>
        z.lazy(() => nodes[index] as z.ZodType).meta({ id: `${prefix}${index}` }),
      );
      const shape = Object.fromEntries(all.map((node, index) => [`k${index}`, node.optional()]));
      const nodes = all.map((_, index) => z.object({ ...shape, [`own${index}`]: z.date().optional() }));
      return all;
    };
    const [left, right] = [create('A'), create('B')];
    const planned = plan(z.intersection(left[0] as z.ZodType, right[0] as z.ZodType), 'json');
    expect(JSON.stringify(planned).length).toBeLessThan(40_000);
  });

  test('is a named plan if it contains the intersection', () => {
    const Node = z.object({
      at: z.date(),
      get next(): z.ZodType {
        return z.optional(Node.and(z.object({ size: z.bigint() })));
      },
    });
    const next = { object: { at: 'date', next: { ref: 'intersection 2.json' }, size: 'bigint' } };
    expect(plan(Node, 'json')).toEqual({
      plan: { ref: 'TestNode.json' },
      named: { 'TestNode.json': { object: { at: 'date', next } }, 'intersection 2.json': next },
    });
  });
});
