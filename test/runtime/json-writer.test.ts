import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { prepareJsonWriter } from '../../src/runtime/respond/json-writer/prepare-json-writer.js';
import { prepareJsonPrinter } from '../../src/runtime/respond/print-json.js';
import { codePoint } from '../code-point.js';
import { constructs } from '../schemas/constructs.js';
import { mutated } from '../schemas/support/mutate.js';

/** What zod and JSON.stringify make of a value between them; undefined when one of them refuses it. */
function printPlainly(schema: z.core.$ZodType, value: unknown): string | undefined {
  try {
    const parsed = z.safeParse(schema, value);
    return parsed.success && parsed.data !== undefined ? prepareJsonPrinter(schema)(parsed.data) : undefined;
  } catch {
    return undefined;
  }
}

const text = fc.oneof(
  fc.string({ unit: codePoint }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ minLength: 250 }),
);
const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.constant(-0));
const date = fc.oneof(
  fc.date({ noInvalidDate: true }),
  fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
);

const Tree = z.object({
  name: z.string(),
  get children(): z.ZodArray<typeof Tree> {
    return z.array(Tree);
  },
});
const treeOver = (children: fc.Arbitrary<unknown[]>) => fc.record({ name: text, children });
const tree = treeOver(
  fc.array(treeOver(fc.array(treeOver(fc.constant([])), { maxLength: 2 })), { maxLength: 2 }),
);

/** Schemas that are written in one pass, and values that most of them take. */
const WRITTEN: readonly (readonly [string, z.core.$ZodType, fc.Arbitrary<unknown>])[] = [
  ['a text', z.string(), text],
  ['a text with a length', z.string().min(2).max(5), text],
  ['a trimmed text', z.string().trim().toLowerCase(), text],
  ['a UUID', z.uuid(), fc.oneof(fc.uuid(), text)],
  ['a UUID as it was written before', z.string().uuid(), fc.oneof(fc.uuid(), text)],
  ['an e-mail address', z.email(), fc.oneof(fc.constantFrom('a@b.de', 'first.last+tag@example.org'), text)],
  ['a number', z.number(), fc.oneof(number, fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY))],
  ['an integer in bounds', z.int().min(-5).max(5), fc.oneof(fc.integer({ min: -7, max: 7 }), number)],
  ['a boolean', z.boolean(), fc.boolean()],
  ['null', z.null(), fc.constant(null)],
  ['a date', z.date(), fc.oneof(date, fc.constant(new Date(Number.NaN)))],
  ['a late date', z.date().min(new Date(0)), date],
  ['a coerced number', z.coerce.number(), fc.oneof(number, fc.constantFrom('7', true, 'x'))],
  ['literals', z.literal(['a', 1, true, null]), fc.constantFrom('a', 1, true, null, 'b', 0)],
  ['an enum', z.enum({ A: 'a', B: 2 }), fc.constantFrom('a', 2, 'A', 'B')],
  ['a nullable text', z.string().nullable(), fc.option(text)],
  ['lists of lists', z.array(z.array(z.number())), fc.array(fc.array(number))],
  [
    'an object',
    z.object({
      'a "key"': z.string(),
      n: z.number().optional(),
      d: z.date().nullish(),
      l: z.array(z.boolean()),
    }),
    fc.record(
      {
        'a "key"': text,
        n: fc.option(number, { nil: undefined }),
        d: fc.option(date),
        l: fc.array(fc.boolean()),
        more: text,
      },
      { requiredKeys: ['a "key"', 'l'] },
    ),
  ],
  [
    'nothing but what may be missing',
    z.object({ a: z.string().optional() }),
    fc.record({ a: text }, { requiredKeys: [] }),
  ],
  [
    'texts of which some may be missing',
    z.object({
      a: z.string().optional(),
      b: z.uuid(),
      c: z.string().optional(),
      d: z.array(z.string()).optional(),
      e: z.string().nullish(),
      f: z.string(),
      g: z.array(z.uuid()),
      h: z.string().optional(),
    }),
    fc.record(
      {
        ...{ a: text, b: fc.uuid(), c: text, d: fc.array(text), e: fc.option(text) },
        ...{ f: text, g: fc.array(fc.uuid()), h: text },
      },
      { requiredKeys: ['b', 'f', 'g'] },
    ),
  ],
  ['a frozen object', z.object({ a: z.string() }).readonly(), fc.record({ a: text })],
  ['a tree', Tree, tree],
  [
    'objects that a key tells apart',
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), at: z.date() }),
      z.object({ kind: z.enum(['b', 'c']), size: z.number() }),
    ]),
    fc.record({ kind: fc.constantFrom('a', 'b', 'c', 'd'), at: date, size: number }),
  ],
];

describe('The writer of an output', () => {
  it.each(WRITTEN)('prints %s as zod and JSON.stringify do', (_name, schema, values) => {
    const write = prepareJsonWriter(schema);
    let written = 0;
    fc.assert(
      fc.property(
        fc.oneof({ weight: 6, arbitrary: values }, { weight: 2, arbitrary: mutated(values) }, fc.anything()),
        (value) => {
          const printed = write?.(value);
          if (printed !== undefined) written += 1;
          // What it takes is printed alike; what zod takes, it takes as long as nothing about it is odd.
          if (printed !== undefined || isOrdinary(value)) expect(printed).toBe(printPlainly(schema, value));
        },
      ),
      { numRuns: 400 },
    );
    expect(written).toBeGreaterThan(20);
  });

  it.each(Object.entries(constructs))(
    'leaves %s to zod, or prints it alike',
    (_name, { schema, output = schema, samples = [] }) => {
      const write = prepareJsonWriter(output);
      if (!write) return;
      const values = fc.oneof(
        fc.anything({ withDate: true }),
        ...samples.map((sample) => fc.constant(sample)),
      );
      fc.assert(
        fc.property(values, (value) => {
          const printed = write(value);
          if (printed !== undefined) expect(printed).toBe(printPlainly(output, value));
        }),
        { numRuns: 50 },
      );
    },
  );

  it('is made of keys that are nothing but keys, whatever is in them', () => {
    const keys = [
      '"];throw 1;//',
      "'",
      '`;throw 1;//',
      '\\',
      '\n',
      '\u2028',
      '*/',
      'constructor',
      'toString',
      '',
    ];
    const schema = z.object(Object.fromEntries(keys.map((key) => [key, z.string()])));
    const value = Object.fromEntries(keys.map((key) => [key, key]));
    expect(prepareJsonWriter(schema)?.(value)).toBe(JSON.stringify(value));
    expect(prepareJsonWriter(schema)?.({})).toBeUndefined();
  });

  it('is not there where no code may be made from text', () => {
    z.config({ jitless: true });
    try {
      expect(prepareJsonWriter(z.object({ a: z.string() }))).toBeUndefined();
    } finally {
      z.config({ jitless: false });
    }
  });

  it('lets nothing out that its schema does not name', () => {
    const write = prepareJsonWriter(z.object({ name: z.string(), inner: z.object({}) }));
    expect(write?.({ name: 'a', secret: 1, inner: { secret: 2 } })).toBe('{"name":"a","inner":{}}');
  });

  it.each<[string, z.core.$ZodType]>([
    ['a refinement', z.object({ a: z.string().refine(() => true) })],
    ['a transform', z.object({ a: z.string().transform((value) => value) })],
    ['an asynchronous check', z.array(z.string().refine(async () => true))],
    ['what may be anything', z.object({ a: z.any() })],
    ['a bigint', z.object({ a: z.bigint() })],
    ['keys that are not to be stripped', z.looseObject({ a: z.string() })],
    ['keys that are refused', z.strictObject({ a: z.string() })],
    ['keys that come in another order', z.object({ b: z.string(), 1: z.string() })],
    ['a union that has to be tried', z.union([z.string(), z.number()])],
    ['a value in place of none', z.object({ a: z.string().default('x') })],
  ])('leaves %s to zod', (_name, schema) => {
    expect(prepareJsonWriter(schema)).toBeUndefined();
  });

  it('leaves a value to zod that prints itself, runs in a circle, or throws when it is looked at', () => {
    const write = prepareJsonWriter(z.object({ at: z.date() }));
    const own = Object.assign(new Date(0), { toJSON: () => 'mine' });
    expect(write?.({ at: own })).toBeUndefined();
    class Day extends Date {
      override toISOString(): string {
        return 'day';
      }
    }
    expect(write?.({ at: new Day(0) })).toBeUndefined();
    const circle = { name: 'a', children: [] as unknown[] };
    circle.children.push(circle);
    expect(prepareJsonWriter(Tree)?.(circle)).toBeUndefined();
    const thrower = {
      get at(): Date {
        throw new Error('no');
      },
    };
    expect(write?.(thrower)).toBeUndefined();
  });
});

/** Whether everything in a value is as JSON would have it, but for dates: there is no reason to leave it to zod. */
function isOrdinary(value: unknown): boolean {
  if (value instanceof Date) return true;
  if (Array.isArray(value)) return value.every(isOrdinary);
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isOrdinary);
  return ['string', 'number', 'boolean'].includes(typeof value) || value === null;
}
