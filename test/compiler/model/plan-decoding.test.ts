import { expect, test } from 'vitest';
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
