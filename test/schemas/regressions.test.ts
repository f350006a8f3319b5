import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type Parsed, prepareParse } from '../../src/authoring/prepare-parse.js';
import { describeShape, SchemaKeys } from '../../src/compiler/describe/describe-shape.js';
import { assignNames } from '../../src/compiler/model/assign-names.js';
import type { Side } from '../../src/compiler/schema/shape.js';
import { listFieldErrors } from '../../src/definition/field-errors.js';
import { describeSchemas } from '../compiler/support/describe-schemas.js';
import { printSchema } from './support/print-schema.js';

const describeAs = (schema: z.core.$ZodType, side: Side = 'input') => printSchema(schema, side).schema;

test('What is caught may be missing.', () => {
  const schema = z.object({
    caught: z.int32().catch(1),
    wrapped: z.string().catch('').readonly(),
    other: z.string(),
  });
  expect(describeAs(schema).required).toEqual(['other']);
  expect(describeAs(schema, 'output').required).toEqual(['caught', 'wrapped', 'other']);
  const { shape } = describeShape(schema, 'input');
  expect(shape).toMatchObject({
    properties: [{ isOptional: true }, { isOptional: true }, { isOptional: false }],
  });
});

test.each([
  [/^[a-f]x\d$/i, '^[a-fA-F][xX]\\d$'],
  [/^(?:get|put)\/\.a$/i, '^(?:[gG][eE][tT]|[pP][uU][tT])\\/\\.[aA]$'],
  [/^[^a-z0-9_]+$/i, '^[^a-zA-Z0-9_]+$'],
  [/^\[a]$/gi, '^\\[[aA]\\]$'],
  [/^x$/u, '^x$'],
])('A pattern says what the flags of %s say.', (regex, pattern) => {
  expect(describeAs(z.string().regex(regex))).toEqual({ type: 'string', pattern });
});

test.each([/^[A-z]$/i, /^\u0061$/i, /^é$/i, /^a$/m, /^.$/s, /^(?<name>a)$/i])(
  'A pattern with flags that JSON Schema cannot say is told in words: %s',
  (regex) => {
    const description = `Matches \`${regex}\`.`;
    expect(describeAs(z.string().regex(regex))).toEqual({ type: 'string', description });
    const both = describeAs(z.string().regex(regex).regex(/b/));
    expect(both).toEqual({ type: 'string', allOf: [{ pattern: 'b' }], description });
  },
);

test.each([
  '::ffff:1.2.3.4',
  '1:2:3:4:5:6:7.8.9.10',
  '64:ff9b::192.0.2.33',
  '::',
  '::1',
  '1::',
  '1:2:3:4:5:6:7:8',
])('The IPv6 address %s is documented as one, as zod takes it.', (address) => {
  expect(z.ipv6().safeParse(address).success).toBe(true);
  expect(address).toMatch(new RegExp(String(describeAs(z.ipv6()).pattern), 'u'));
  expect(`${address}/64`).toMatch(new RegExp(String(describeAs(z.cidrv6()).pattern), 'u'));
});

test.each(['1.2.3.4', ':::', '1:2', '::1.2.3', '1:2:3:4:5:6:7:1.2.3.4', '::256.1.1.1', '1::2::3', '::1/64'])(
  'The text %s is not documented as an IPv6 address.',
  (text) => {
    expect(z.ipv6().safeParse(text).success).toBe(false);
    expect(text).not.toMatch(new RegExp(String(describeAs(z.ipv6()).pattern), 'u'));
  },
);

test('A duration may have fractions of a second, which the format knows nothing of.', () => {
  const { format, pattern } = describeAs(z.iso.duration());
  expect(format).toBeUndefined();
  expect('PT1.5S').toMatch(new RegExp(String(pattern), 'u'));
});

test('What zod checks by a pattern is not called a format.', () => {
  const schema = z.object({ a: z.string().startsWith('a'), b: z.string().lowercase(), c: z.email() });
  expect(describeAs(schema).properties).toMatchObject({
    a: { type: 'string', pattern: '^a.*' },
    b: { type: 'string', pattern: '^[^A-Z]*$' },
    c: { format: 'email' },
  });
  expect(JSON.stringify(describeAs(schema))).not.toMatch(/starts_with|lowercase/);
});

test('The words of a stringbool are documented, in the letters it takes.', () => {
  const words = { truthy: ['ja', 'ok?'], falsy: ['nein'] };
  expect(describeAs(z.stringbool({ ...words, case: 'sensitive' })).pattern).toBe('^(?:ja|ok\\?|nein)$');
  expect(describeAs(z.stringbool(words)).pattern).toBe('^(?:[jJ][aA]|[oO][kK]\\?|[nN][eE][iI][nN])$');
  expect(describeAs(z.stringbool(), 'output')).toEqual({ type: 'boolean' });
});

test('A set is documented with its sizes; that nothing is in it twice holds for what is sent of plain values.', () => {
  const set = z.set(z.string()).min(1).max(3);
  const list = { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 };
  const description = 'Equal items count once.';
  expect(describeAs(set)).toEqual({ ...list, description });
  expect(describeAs(set, 'output')).toEqual({ ...list, description, uniqueItems: true });
  expect(describeAs(z.set(z.int32()).size(2))).toMatchObject({ minItems: 2, maxItems: 2 });
  expect(describeAs(z.set(z.date()), 'output')).not.toHaveProperty('uniqueItems');
  expect(describeAs(z.set(z.object({})), 'output')).not.toHaveProperty('uniqueItems');
});

test('A union of nothing but literals is one enum.', () => {
  expect(describeAs(z.union([z.literal('a'), z.literal('b')]))).toEqual({ type: 'string', enum: ['a', 'b'] });
  expect(describeAs(z.union([z.literal('a'), z.enum({ Zero: 0 }), z.null()]))).toEqual({
    enum: ['a', 0, null],
  });
  const described = z.union([z.literal('a').describe('The first.'), z.literal('b')]);
  expect(describeAs(described).anyOf).toHaveLength(2);
  expect(describeAs(z.union([z.literal('a'), z.string()])).anyOf).toHaveLength(2);
});

test('A bigint is documented as it is written: without leading zeros.', () => {
  const pattern = new RegExp(String(describeAs(z.bigint()).pattern), 'u');
  for (const text of ['0', '-5', '12345678901234567890']) expect(text).toMatch(pattern);
  for (const text of ['00', '-05', '+1', '', '1.0']) expect(text).not.toMatch(pattern);
});

test('An error inside a set has the position of the item in its path.', () => {
  const schema = z.object({ ids: z.set(z.int()), deep: z.array(z.set(z.object({ n: z.string().min(1) }))) });
  const value = {
    ids: new Set([1, 'x', 2.5]),
    deep: [new Set([{ n: 'a' }]), new Set([{ n: '' }, { n: 'b' }, { n: 5 }, null])],
  };
  expect(listPaths(schema, value)).toEqual(['ids.1', 'ids.2', 'deep.1.0.n', 'deep.1.2.n', 'deep.1.3']);
});

test('An error of a set as a whole has the path of the set.', () => {
  expect(listPaths(z.object({ ids: z.set(z.int()).max(1) }), { ids: new Set([1, 2]) })).toEqual(['ids']);
});

test('Items of sets inside of sets are numbered each in their own set.', () => {
  const schema = z.set(z.object({ ids: z.set(z.int()) }));
  const value = new Set([{ ids: new Set([1, 'x']) }, { ids: new Set(['y']) }]);
  expect(listPaths(schema, value)).toEqual(['0.ids.1', '1.ids.0']);
});

function listPaths(schema: z.core.$ZodType, value: unknown): string[] {
  const { issues = [] } = prepareParse(schema)(value) as Parsed;
  return listFieldErrors(issues).map(({ path }) => path.join('.'));
}

describe('What adds something to a named schema', () => {
  const Stay = z
    .object({ nights: z.int32(), beds: z.int32().catch(1), extras: z.record(z.string(), z.int32()) })
    .meta({ id: 'Stay' });
  const Length = z.iso.duration().meta({ id: 'Length' });
  const Guests = z.set(z.string()).min(1).meta({ id: 'Guests' });

  test.each([
    [
      'a description',
      Stay.describe('Booked.'),
      { $ref: '#/components/schemas/Stay', description: 'Booked.' },
    ],
    [
      'a check',
      Stay.refine(() => true, 'Too long.'),
      { $ref: '#/components/schemas/Stay', description: 'Must also pass a check: "Too long."' },
    ],
    ['a check of a text', Length.max(5), { $ref: '#/components/schemas/Length', maxLength: 5 }],
    ['a check of a set', Guests.max(3), { $ref: '#/components/schemas/Guests', maxItems: 3 }],
    ['nothing but that it is read-only', Stay.readonly(), { $ref: '#/components/schemas/Stay' }],
  ])('says that and no more: %s', (_, schema, json) => {
    for (const side of ['input', 'output'] as const) {
      const { properties } = printSchema(z.object({ field: schema }), side).schema;
      expect(properties).toMatchObject({ field: json });
      const { field } = properties as { field: object };
      expect(
        Object.keys(field)
          .filter((key) => key !== 'description')
          .sort(),
      ).toEqual(
        Object.keys(json)
          .filter((key) => key !== 'description')
          .sort(),
      );
    }
  });
});

test('Whatever is noted of a schema is documented in its JSON form, and left out where it has none.', () => {
  const schema = z.object({ n: z.bigint() }).meta({
    examples: [{ n: 5n }],
    example: { n: 7n },
    'x-since': new Date(0),
    'x-tags': new Set(['a']),
    'x-widget': () => null,
    'x-nothing': undefined,
  });
  const { type, properties, required, ...noted } = describeAs(schema);
  expect(noted).toEqual({
    examples: [{ n: '5' }],
    example: { n: '7' },
    'x-since': '1970-01-01T00:00:00.000Z',
    'x-tags': ['a'],
  });
});

test('What is missing in a list is null in an answer, and cannot be sent.', () => {
  const list = z.array(z.union([z.string(), z.undefined()]));
  expect(describeAs(list)).toEqual({ type: 'array', items: { type: 'string' } });
  expect(describeAs(list, 'output')).toEqual({
    type: 'array',
    items: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  });
  expect(describeAs(z.array(z.string().optional()), 'output')).toEqual(describeAs(list, 'output'));
  const { shape } = describeShape(list, 'output');
  expect(shape).toMatchObject({ element: { members: [{ leaf: 'string' }, { leaf: 'null' }] } });
});

describe('What is missing in a tuple or a set is null in an answer', () => {
  const number = z.int32();
  const documented = describeAs(number);
  const orNull = { anyOf: [documented, { type: 'null' }] };
  const numberOrNull = {
    kind: 'union',
    members: [
      { kind: 'leaf', leaf: 'number' },
      { kind: 'leaf', leaf: 'null' },
    ],
  };
  const shapeOf = (schema: z.core.$ZodType) => describeShape(schema, 'output').shape;

  test('whose rest may be undefined, and whose members have to be there or not', () => {
    const tuple = z.tuple([number.or(z.undefined()), number, number.optional()], number.optional());
    expect(JSON.stringify(tuple.parse([undefined, 1, undefined, undefined]))).toBe('[null,1,null,null]');
    expect(describeAs(tuple, 'output')).toEqual({
      type: 'array',
      prefixItems: [orNull, documented, orNull],
      items: orNull,
      minItems: 2,
    });
    expect(shapeOf(tuple)).toMatchObject({
      items: [numberOrNull, { leaf: 'number' }, numberOrNull],
      required: 2,
      rest: numberOrNull,
    });
  });

  test('whose last member may be undefined, but has to be there', () => {
    const tuple = z.tuple([number, number.or(z.undefined())]);
    expect([tuple.safeParse([1]).success, JSON.stringify(tuple.parse([1, undefined]))]).toEqual([
      false,
      '[1,null]',
    ]);
    expect(describeAs(tuple, 'output')).toMatchObject({ prefixItems: [documented, orNull], minItems: 2 });
    expect(shapeOf(tuple)).toMatchObject({ items: [{}, numberOrNull], required: 2 });
    expect(describeAs(tuple)).toMatchObject({ prefixItems: [documented, documented], minItems: 2 });
  });

  test('whose items may be undefined, and may be null beside', () => {
    const set = z.set(number.nullish());
    expect(JSON.stringify([...set.parse(new Set([1, undefined, null]))])).toBe('[1,null,null]');
    expect(describeAs(set, 'output')).toEqual({
      type: 'array',
      items: { anyOf: [orNull, { type: 'null' }] },
    });
    expect(shapeOf(z.set(number.optional()))).toMatchObject({ element: numberOrNull });
  });
});

test('A union with undefined is documented as what is left of it.', () => {
  expect(describeAs(z.union([z.undefined(), z.int32().min(1), z.string()])).anyOf).toHaveLength(2);
  const { properties } = describeAs(z.object({ a: z.union([z.string().min(1), z.undefined()]) }));
  expect(properties).toEqual({ a: { type: 'string', minLength: 1 } });
});

test('What may be undefined in an answer is left out of it, and not required.', () => {
  const schema = z.object({
    any: z.any(),
    union: z.union([z.string(), z.undefined()]),
    lazy: z.lazy(() => z.unknown()).readonly(),
    literal: z.literal(['a', undefined]),
    pipe: z
      .string()
      .pipe(z.transform(() => undefined))
      .pipe(z.undefined()),
    null: z.null(),
    default: z.string().optional().default('a'),
  });
  expect(describeAs(schema, 'output').required).toEqual(['null', 'default']);
  const { shape } = describeShape(schema, 'output');
  const properties = shape.kind === 'object' ? shape.properties : [];
  expect(properties.filter(({ isOptional }) => !isOptional).map(({ key }) => key)).toEqual([
    'null',
    'default',
  ]);
});

test('A schema that says something of a named one, or checks it, has its shape.', () => {
  const Item = z.object({ at: z.date() }).meta({ id: 'Item' });
  const keys = new SchemaKeys();
  const { shape } = describeShape(
    z.object({ a: Item, b: Item.describe('The other.'), c: Item.refine(() => true), d: Item.extend({}) }),
    'input',
    { named: new Map(), keys },
  );
  const schema = keys.obtain(Item);
  expect(shape).toMatchObject({
    properties: [
      { shape: { kind: 'reference', schema } },
      { shape: { kind: 'reference', schema }, description: 'The other.' },
      { shape: { kind: 'reference', schema } },
      { shape: { kind: 'object' } },
    ],
  });
});

describe('A named schema that contains itself, and one made of its parts', () => {
  const Person = z
    .object({
      name: z.string(),
      get friends() {
        return z.array(Person);
      },
    })
    .meta({ id: 'Person' });
  const Some = Person.partial();
  const Tree = z.object({
    get branches() {
      return z.array(Tree);
    },
  });
  const Trees = z.object({ tree: Tree, person: Person, parts: Tree.partial() });

  test.each([
    ['in that order', [Person, Some, Trees]],
    ['the other way round', [Trees, Some, Person]],
  ])('are described alike, %s', (_, schemas) => {
    const { shapes, registry } = describeSchemas(schemas.map((schema) => ({ schema, side: 'input' })));
    const booked = new Map(schemas.map((schema: z.core.$ZodType, index) => [schema, shapes[index]]));
    const names = assignNames(registry);
    expect(names.schemas.map(({ component }) => component)).toEqual(['Person', 'TestNode']);
    const print = (schema: z.core.$ZodType) => names.print(booked.get(schema) ?? { kind: 'absent' }, 'input');
    const friends = { type: 'array', items: { $ref: '#/components/schemas/Person' } };
    expect(print(Some).properties).toMatchObject({ friends });
    expect(names.definitions.get('Person')?.properties).toMatchObject({ friends });
    expect(print(Person)).toEqual({ $ref: '#/components/schemas/Person' });
    const parts = {
      properties: { branches: { type: 'array', items: { $ref: '#/components/schemas/TestNode' } } },
    };
    expect(print(Trees).properties).toMatchObject({ parts });
  });
});

describe('A union that the value is in no branch of', () => {
  const search = z.union([
    z.object({ by: z.literal('day'), day: z.string() }),
    z.object({ by: z.literal('user'), user: z.object({ id: z.number() }) }),
  ]);
  const told = (value: unknown, schema: z.ZodType = search) =>
    listFieldErrors(schema.safeParse(value).error?.issues ?? []);

  test('is told of by the fields of the branch whose literal the value has.', () => {
    expect(told({ by: 'user', user: { id: 'x' } })).toEqual([
      { path: ['user', 'id'], message: 'Invalid input: expected number, received string' },
    ]);
    expect(told({ by: 'day' })).toEqual([
      { path: ['day'], message: 'Invalid input: expected string, received undefined' },
    ]);
  });

  test('is told of by the values of the field that has none of the literals.', () => {
    const message = 'Invalid option: expected one of "day"|"user"';
    expect(told({ by: 'week' })).toEqual([{ path: ['by'], message }]);
    expect(told({})).toEqual([{ path: ['by'], message }]);
    expect(told([{ by: 'week' }], z.array(search))).toEqual([{ path: ['0', 'by'], message }]);
  });

  test('is told of as a whole where literals do not tell the branches apart.', () => {
    const whole = [{ path: [], message: 'Invalid input' }];
    expect(told({}, z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]))).toEqual(whole);
    expect(told({}, z.union([z.object({ a: z.literal(1) }), z.object({ b: z.literal(2) })]))).toEqual(whole);
    expect(told(1)).toEqual(whole);
  });
});
