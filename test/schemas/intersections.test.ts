import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { printSchema } from './support/print-schema.js';

function validate(schema: z.ZodType, value: unknown): boolean {
  const { schema: root, definitions } = printSchema(schema, 'input');
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  return ajv.validate({ ...root, components: { schemas: Object.fromEntries(definitions) } }, value);
}

const Plain = z.object({ a: z.string() }).meta({ id: 'Plain' });
const Strict = z.strictObject({ a: z.string() }).meta({ id: 'Strict', description: 'No other keys.' });
const One = z.strictObject({ a: z.literal('1') }).meta({ id: 'One' });
const Two = z.strictObject({ a: z.literal('2') }).meta({ id: 'Two' });
const b = z.strictObject({ b: z.int() });

const both = { a: '1', b: 2 };
const more = { ...both, c: 3 };

test.each([
  ['a plain named object', b.and(Plain), true],
  ['a strict named object', b.and(Strict), false],
  ['a strict named object, described', b.and(Strict.describe('Another text.')), false],
  ['a strict described object', b.and(z.strictObject({ a: z.string() }).describe('No more.')), false],
  ['a strict object or null', b.and(z.strictObject({ a: z.string() }).nullable()), false],
  ['a union of strict named objects', b.and(z.discriminatedUnion('a', [One, Two])), false],
  [
    'a union of which one is not strict',
    b.and(z.discriminatedUnion('a', [One, Plain.extend({ a: z.literal('2') })])),
    undefined,
  ],
  [
    'a nested intersection',
    b.and(Strict.and(z.strictObject({ d: z.int().optional() })).describe('Two.')),
    false,
  ],
  ['a strict record of few keys', z.record(z.enum(['b']), z.int()).and(Strict), false],
  ['a loose record of few keys', z.looseRecord(z.enum(['b']), z.int()).and(Strict), true],
  [
    'a loose record of few keys, folded',
    z.looseRecord(z.enum(['b']), z.int()).and(z.strictObject({ a: z.string() })),
    true,
  ],
  ['anything', b.and(Strict).and(z.unknown()), true],
])('A strict object in an intersection is documented as zod takes it: with %s', (_, schema, isOpen) => {
  expect(schema.safeParse(both).success).toBe(true);
  expect(validate(schema, both)).toBe(true);
  expect(validate(schema, { b: 2 })).toBe(false);
  if (isOpen === undefined) return;
  expect(schema.safeParse(more).success).toBe(isOpen);
  expect(validate(schema, more)).toBe(isOpen);
});

test('A named object that is not strict stays a reference.', () => {
  expect(printSchema(b.and(Plain), 'input').schema).toEqual({
    allOf: [
      { type: 'object', properties: { b: expect.any(Object) }, required: ['b'] },
      { $ref: '#/components/schemas/Plain' },
    ],
  });
});

test('A loose record of few keys accepts other keys.', () => {
  const schema = z.looseRecord(z.enum(['a']), z.number());
  expect(schema.parse({ a: 1, b: 'x' })).toEqual({ a: 1, b: 'x' });
  expect(validate(schema, { a: 1, b: 'x' })).toBe(true);
  expect(validate(schema, { b: 'x' })).toBe(false);
});

test('A strict object that contains itself in an intersection is described once.', () => {
  const Node = z.strictObject({
    id: z.string(),
    get children() {
      return z.array(Node.and(z.object({ order: z.int() })));
    },
  });
  expect(printSchema(Node, 'input').definitions.size).toBe(1);
});

test('The description of nested intersections of strict objects does not grow faster than they do.', () => {
  let level: z.ZodType = z.strictObject({ id: z.string() }).meta({ id: 'Level0' });
  for (let depth = 1; depth <= 14; depth++) {
    const inner = level;
    const [left, right] = ['x', 'y'].map((key) => inner.and(z.object({ [key]: z.string() })));
    level = z.strictObject({ left, right } as never).meta({ id: `Level${depth}` });
  }
  const { schema, definitions } = printSchema(level, 'input');
  expect(JSON.stringify([schema, ...definitions]).length).toBeLessThan(20_000);
});
