import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Side } from '../../src/compiler/schema/shape.js';
import { printSchema } from './support/print-schema.js';

const describeAs = (schema: z.core.$ZodType, side: Side) => printSchema(schema, side).schema;
const flag = { type: 'boolean' };

test('A record of few keys is documented as an object that has them.', () => {
  const schema = z.record(z.enum(['a', 'b']), z.boolean());
  const expected = { type: 'object', properties: { a: flag, b: flag }, required: ['a', 'b'] };
  expect(describeAs(schema, 'input')).toEqual({ ...expected, additionalProperties: false });
  expect(describeAs(schema, 'output')).toEqual(expected);
});

test.each([
  ['a partial record', z.partialRecord(z.literal([1, 2]), z.boolean()), ['1', '2']],
  ['a union of keys', z.record(z.union([z.enum(['a']), z.literal('b')]), z.boolean()), ['a', 'b']],
  ['a named enum', z.record(z.enum(['a']).meta({ id: 'Letter' }), z.boolean()), ['a']],
])('So is %s.', (_, schema, keys) => {
  expect(Object.keys(describeAs(schema, 'input').properties as object)).toEqual(keys);
});

test('A key whose value may be undefined is missing in JSON, and is not documented as there.', () => {
  const schema = z.record(z.enum(['a', 'b']), z.boolean().optional());
  expect(JSON.stringify(schema.parse({ a: true, b: undefined }))).toBe('{"a":true}');
  expect(describeAs(schema, 'output')).toEqual({ type: 'object', properties: { a: flag, b: flag } });
});

test('A record of any keys is documented by its values.', () => {
  expect(describeAs(z.record(z.string(), z.boolean()), 'input')).toEqual({
    type: 'object',
    additionalProperties: flag,
  });
  const keys = z.union([z.literal('a'), z.string().regex(/^x/)]);
  expect(describeAs(z.record(keys, z.boolean()), 'input')).toMatchObject({ additionalProperties: flag });
});

test('Beside the keys that a loose record means stands anything, in as many words.', () => {
  expect(describeAs(z.looseRecord(z.string().regex(/^n_/), z.boolean()), 'input')).toEqual({
    type: 'object',
    patternProperties: { '^n_': flag },
    additionalProperties: {},
  });
});

test('A tuple is documented by its members and its length, which older tools understand too.', () => {
  const prefixItems = [{ type: 'string' }, flag];
  expect(describeAs(z.tuple([z.string(), z.boolean()]), 'input')).toEqual({
    type: 'array',
    prefixItems,
    minItems: 2,
    maxItems: 2,
  });
  expect(describeAs(z.tuple([z.string(), z.boolean()], z.boolean()), 'input')).toMatchObject({
    prefixItems,
    items: flag,
  });
  // JSON Schema has no empty `prefixItems`.
  expect(describeAs(z.tuple([]), 'input')).toEqual({ type: 'array', maxItems: 0 });
});
