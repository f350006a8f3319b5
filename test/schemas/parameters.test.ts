import { expect, test } from 'vitest';
import * as z from 'zod';
import { toTextSchema } from '../../src/compiler/model/to-text-schema.js';
import { printSchema } from './support/print-schema.js';

const describeParameter = (schema: z.core.$ZodType) => toTextSchema(printSchema(schema, 'input').schema);

const NULL = { type: 'string', const: 'null' };

test.each([
  ['alone', z.null(), NULL],
  ['as a literal', z.literal(null), NULL],
  ['beside a number', z.number().nullable(), { anyOf: [{ type: 'number' }, NULL] }],
  ['beside a text', z.string().min(1).nullable(), { anyOf: [{ type: 'string', minLength: 1 }, NULL] }],
  [
    'as an item',
    z.array(z.boolean().nullable()),
    { type: 'array', items: { anyOf: [{ type: 'boolean' }, NULL] } },
  ],
  ['as a literal beside others', z.literal(['a', null]), { type: 'string', enum: ['a', 'null'] }],
  ['as a key', z.object({ a: z.null() }), { type: 'object', properties: { a: NULL }, required: ['a'] }],
])('A null in a path or a query is documented as the text that says it: %s', (_, schema, expected) => {
  expect(describeParameter(schema)).toEqual(expected);
});

test('What is said of a value that may be null stands outside.', () => {
  const schema = z
    .number()
    .nullable()
    .default(null)
    .meta({ title: 'Limit', examples: [5] });
  expect(describeParameter(schema)).toEqual({
    anyOf: [{ type: 'number' }, NULL],
    title: 'Limit',
    examples: [5],
    default: 'null',
  });
});

test('Literals of several types are told apart by type, so that a text can be read as one of them.', () => {
  expect(describeParameter(z.literal(['a', 1, false, 'b', 2, null]))).toEqual({
    anyOf: [
      { type: 'string', enum: ['a', 'b', 'null'] },
      { type: 'number', enum: [1, 2] },
      { type: 'boolean', enum: [false] },
    ],
  });
});

test.each([
  ['what a value must not be', { not: { type: 'null' } }],
  ['what names must not be', { type: 'object', propertyNames: { not: { type: 'null' } } }],
  ['the names of keys', { type: 'object', propertyNames: { enum: ['a', 1] } }],
  ['the schema of anything', { type: 'object', additionalProperties: true, properties: { a: true } }],
  ['what is no schema', { properties: 'any', items: null, anyOf: [null, 7], patternProperties: [true] }],
])('A schema of a parameter keeps %s.', (_, schema) => {
  expect(toTextSchema(schema)).toEqual(schema);
});

test('Nothing else changes.', () => {
  const schema = z.object({ a: z.enum(['x']), b: z.array(z.int32()).optional(), c: z.tuple([z.date()]) });
  expect(describeParameter(schema)).toEqual(printSchema(schema, 'input').schema);
});
