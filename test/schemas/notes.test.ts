import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { describeShape } from '../../src/compiler/describe/describe-shape.js';
import type { Side } from '../../src/compiler/schema/shape.js';
import { printSchema } from './support/print-schema.js';

const CHECKED = 'Must also pass a check that a schema cannot state.';

function describeBothWays(schema: z.core.$ZodType, side: Side): readonly unknown[] {
  const root = z.object({ field: schema });
  const json = printSchema(root, side).schema.properties as Record<string, unknown>;
  const { shape } = describeShape(root, side);
  const property = shape.kind === 'object' ? shape.properties[0] : undefined;
  return [(json.field as { description?: unknown }).description, property?.description];
}

const NOTES: readonly (readonly [string, z.core.$ZodType, string | undefined])[] = [
  [
    'a refinement with a message',
    z.int().refine((n) => n > 0, 'Has to be even'),
    'Must also pass a check: "Has to be even".',
  ],
  [
    'a message that is a sentence',
    z.string().refine(Boolean, { error: 'Too  short\n!' }),
    'Must also pass a check: "Too short !"',
  ],
  [
    'a message by the old name',
    z.string().refine(Boolean, { message: 'No.' }),
    'Must also pass a check: "No."',
  ],
  [
    'a message that a function always gives',
    z.string().refine(Boolean, { error: () => 'No.' }),
    'Must also pass a check: "No."',
  ],
  [
    'a message that depends on the error',
    z.string().refine(Boolean, { error: (issue) => `No ${issue.input}.` }),
    CHECKED,
  ],
  [
    'a message that depends on the day',
    z.string().refine(Boolean, { error: () => `Not in ${new Date().getFullYear()}.` }),
    CHECKED,
  ],
  ['a message that throws', z.string().refine(Boolean, { error: () => JSON.parse('{') }), CHECKED],
  ['no message', z.string().refine(Boolean), CHECKED],
  ['two without a message', z.string().refine(Boolean).refine(Boolean), CHECKED],
  ['superRefine', z.string().superRefine(() => {}), CHECKED],
  ['check', z.string().check(() => {}), CHECKED],
  [
    'two of different kinds',
    z
      .string()
      .refine(Boolean, 'A')
      .check(() => {}),
    `Must also pass a check: "A". ${CHECKED}`,
  ],
  [
    'an asynchronous one',
    z.string().refine(async () => true, 'Is taken.'),
    'Must also pass a check: "Is taken."',
  ],
  ['a property', z.string().check(z.property('length', z.literal(3))), CHECKED],

  ['dates from', z.date().min(new Date('2026-01-01')), 'Not before 2026-01-01T00:00:00.000Z.'],
  ['dates until', z.date().max(new Date('2026-12-31T23:59:59.999Z')), 'Not after 2026-12-31T23:59:59.999Z.'],
  [
    'dates between',
    z.date().check(z.gt(new Date(0)), z.lt(new Date(60_000))),
    'After 1970-01-01T00:00:00.000Z. Before 1970-01-01T00:01:00.000Z.',
  ],
  ['dates before 1970', z.date().min(new Date('1900-01-01')), 'Not before 1900-01-01T00:00:00.000Z.'],
  ['dates until the build', z.date().max(new Date(1767323045_678)), undefined],
  [
    'bigints',
    z
      .bigint()
      .min(-5n)
      .max(10n ** 20n),
    'At least -5. At most 100000000000000000000.',
  ],
  ['bigints without their bounds', z.bigint().gt(0n).lt(9n), 'Greater than 0. Less than 9.'],
  ['multiples', z.bigint().multipleOf(5n), 'A multiple of 5.'],
  ['int64', z.int64(), 'At least -2^63 and less than 2^63.'],
  ['uint64', z.uint64(), 'At least 0 and less than 2^64.'],
  ['sets', z.set(z.string()).min(1).max(3), 'Equal items count once.'],
  ['patterns', z.string().regex(/^a$/m), 'Matches `/^a$/m`.'],
  ['schemes', z.url({ protocol: /^ftp$/ }), 'Its scheme matches `/^ftp$/`.'],
  ['web addresses', z.httpUrl(), 'Its scheme is http or https. Its host is a domain name.'],
  ['signatures', z.jwt({ alg: 'ES256' }), 'Its algorithm is ES256.'],
  ['formats that are functions', z.stringFormat('odd', (text) => text.length % 2 === 1), CHECKED],

  ['what JSON Schema says', z.string().min(1).max(5).regex(/^a/).trim().toLowerCase(), undefined],
  ['numbers', z.number().min(1).max(2).multipleOf(3).int(), undefined],
  ['lists', z.array(z.string()).min(1).max(2), undefined],
  ['what is only changed', z.string().overwrite((text) => text), undefined],
];

describe.each(['input', 'output'] as const)('On the side of the %s', (side) => {
  test.each(NOTES)('a sentence tells of %s', (_, schema, note) => {
    expect(describeBothWays(schema, side)).toEqual([note, note]);
  });
});

const even = z.int().refine((n) => n % 2 === 0, 'Has to be even');
const NOTE = 'Must also pass a check: "Has to be even".';

test.each([
  ['optional', even.optional()],
  ['with a default', even.default(2)],
  ['caught', even.catch(2)],
  ['read-only and optional', even.readonly().optional()],
  ['branded', even.brand<'Even'>()],
])('A note is told of what is %s too.', (_, schema) => {
  expect(describeBothWays(schema, 'input')).toEqual([NOTE, NOTE]);
});

test('The author’s words stay first, wherever they stand.', () => {
  const said = `How many.\n\n${NOTE}`;
  expect(describeBothWays(even.describe('How many.'), 'input')).toEqual([said, said]);
  expect(describeBothWays(even.optional().describe('How many.'), 'input')).toEqual([said, said]);
  const inside = z.int().describe('How many.').refine(Boolean, 'Has to be even').optional();
  expect(describeBothWays(inside, 'input')).toEqual([said, said]);
});

test('A nullable says it of the value, and of the field in the client.', () => {
  expect(describeBothWays(even.nullable(), 'input')).toEqual([undefined, NOTE]);
});

test('A named schema says its own notes; who uses it says what it adds.', () => {
  const Even = even.meta({ id: 'Even', description: 'An even number.' });
  const small = Even.refine((n) => n < 10, 'Has to be small');
  const { schema, definitions } = printSchema(z.object({ a: Even, b: Even.optional(), c: small }), 'input');
  const properties = schema.properties as Record<string, { description?: string }>;
  expect(definitions.get('Even')?.description).toBe(`An even number.\n\n${NOTE}`);
  expect(properties.a).toEqual({ $ref: '#/components/schemas/Even' });
  expect(properties.b).toEqual({ $ref: '#/components/schemas/Even' });
  expect(properties.c?.description).toBe('An even number.\n\nMust also pass a check: "Has to be small".');
});

test('A check between a transform and what it is piped into is told of what is sent.', () => {
  const checked = z.string().transform(Number).refine(Boolean, 'A').pipe(z.number());
  const note = 'Must also pass a check: "A".';
  expect(describeBothWays(checked, 'input')).toEqual([note, note]);
});
