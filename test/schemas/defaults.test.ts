import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Side } from '../../src/compiler/schema/shape.js';
import { printSchema } from './support/print-schema.js';

const describeAs = (schema: z.core.$ZodType, side: Side = 'input') => printSchema(schema, side).schema;

let count = 0;
const CHANGING: Readonly<Record<string, z.core.$ZodType>> = {
  'a random id': z.string().default(() => crypto.randomUUID()),
  'a random id of node:crypto': z.string().prefault(() => randomUUID()),
  'a random number': z.number().default(() => Math.random()),
  'the present time': z.date().default(() => new Date()),
  'the present time as text': z.iso.datetime().default(() => new Date().toISOString()),
  'the present time as a number': z.number().prefault(() => Date.now()),
  'the year': z.int32().default(() => new Date().getFullYear()),
  'the month': z.int32().default(() => new Date(Date.now()).getMonth()),
  'the day as text': z.string().default(() => Date().slice(0, 10)),
  'the day by Intl': z.string().catch(() => new Intl.DateTimeFormat('en').format(new Date())),
  'the time at which the module was loaded': z.date().default(new Date('2026-11-21T22:03:04.567Z')),
  'a counter': z.number().default(() => count++),
  'a caught random number': z.number().catch(() => Math.random()),
  'an object with a random part': z.object({ id: z.string() }).default(() => ({ id: randomUUID() })),
};

describe.each(['input', 'output'] as const)('As an %s', (side) => {
  test.each(Object.entries(CHANGING))(
    'a default that is %s is left out of the description, and the field stays optional',
    (_, schema) => {
      const { properties, required } = describeAs(z.object({ field: schema }), side);
      expect((properties as { field: object }).field).not.toHaveProperty('default');
      if (side === 'input') expect(required).toBeUndefined();
    },
  );
});

test('What a function gives at any time is documented.', () => {
  expect(describeAs(z.string().default(() => 'a'))).toEqual({ type: 'string', default: 'a' });
  expect(describeAs(z.date().default(() => new Date(0))).default).toBe('1970-01-01T00:00:00.000Z');
  expect(describeAs(z.date().default(() => new Date(2020, 0, 1))).default).toBe(
    new Date(2020, 0, 1).toISOString(),
  );
  expect(describeAs(z.int32().catch(() => 7)).default).toBe(7);
});

test('A catch that needs the error is left out.', () => {
  expect(describeAs(z.string().catch(({ error }) => String(error.issues.length)))).not.toHaveProperty(
    'default',
  );
});

test('The clock is the real one again afterwards.', () => {
  const RealDate = Date;
  describeAs(z.date().default(() => new Date()));
  describeAs(z.string().catch(() => JSON.parse('{')));
  expect(Date).toBe(RealDate);
});

test.each([
  ['a date', z.date().default(new Date(0)), '1970-01-01T00:00:00.000Z'],
  ['a bigint', z.bigint().default(5n), '5'],
  ['a caught bigint', z.bigint().catch(5n), '5'],
  ['a bigint before it is parsed', z.bigint().prefault(5n), '5'],
  ['a set', z.set(z.string()).default(new Set(['a', 'b'])), ['a', 'b']],
  ['an empty set', z.set(z.string()).prefault(new Set<string>()), []],
  ['a list of dates', z.array(z.date()).default([new Date(0)]), ['1970-01-01T00:00:00.000Z']],
  [
    'an object of such',
    z.object({ ids: z.set(z.bigint()), at: z.date() }).default({ ids: new Set([1n, 2n]), at: new Date(0) }),
    { ids: ['1', '2'], at: '1970-01-01T00:00:00.000Z' },
  ],
])('A default is documented in its JSON form: %s', (_, schema, said) => {
  expect(describeAs(schema).default).toEqual(said);
  if (schema.def.type !== 'prefault') expect(describeAs(schema, 'output').default).toEqual(said);
});

test.each([
  ['NaN', z.any().default(Number.NaN)],
  ['no date', z.any().default(new Date(Number.NaN))],
  ['a Map', z.any().default(new Map([['a', 1]]))],
  ['a function in an object', z.any().default({ run: () => 1 })],
])('A default that JSON has no form for is left out: %s', (_, schema) => {
  expect(describeAs(schema)).not.toHaveProperty('default');
});

test('A default behind a transform is documented where a caller could send it.', () => {
  const length = z.string().transform((text) => text.length);
  expect(describeAs(length.pipe(z.int32()).default(3))).not.toHaveProperty('default');
  expect(describeAs(length.pipe(z.int32()).default(3), 'output').default).toBe(3);
});

test('A default that the author documents in other words stays.', () => {
  const schema = z.string().default(() => randomUUID());
  expect(describeAs(schema.meta({ default: 'a new id' })).default).toBe('a new id');
});
