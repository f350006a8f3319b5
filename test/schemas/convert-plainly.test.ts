import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { convertPlainly } from '../../src/compiler/model/convert-plainly.js';
import { type ConvertedSchema, convertWholly } from '../../src/compiler/model/convert-wholly.js';
import { SchemaBook } from '../../src/compiler/model/schema-book.js';
import { type ConstructName, constructs } from './constructs.js';
import { SEED } from './support/define-properties.js';

type Schema = z.core.$ZodType;

const NAMINGS = {
  'by their ids': (schema: Schema) => z.globalRegistry.get(schema)?.id,
  'without names': () => undefined,
};
const SIDES = ['input', 'output'] as const;

/** The text of both: also the order of keys is what a description is printed in. */
function print({ schema, definitions }: ConvertedSchema): string {
  const sorted = [...definitions].sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify([schema, sorted], null, 1);
}

/** How many of the four conversions were done plainly, all of which came to what the whole conversion comes to. */
function countAlike(schema: Schema): number {
  let count = 0;
  for (const side of SIDES) {
    for (const nameOf of Object.values(NAMINGS)) {
      const plain = convertPlainly(schema, side, nameOf);
      if (!plain) continue;
      count++;
      expect(print(plain)).toBe(print(convertWholly(schema, side, nameOf)));
    }
  }
  return count;
}

const leaf: fc.Arbitrary<z.ZodType> = fc
  .constantFrom(...(Object.keys(constructs) as ConstructName[]))
  .map((name) => constructs[name].schema as z.ZodType);

const words = fc.record(
  {
    title: fc.constant('A title'),
    description: fc.constantFrom('What it is.', '', undefined),
    deprecated: fc.boolean(),
    examples: fc.constant([new Date(0), new Set(['text'])]),
    'x-noted': fc.constantFrom(new Map(), { at: new Date(0) }, -0),
  },
  { requiredKeys: [] },
);

/** Schemas of schemas. Those of `constructs` with an id are in many of them, also more than once in one. */
const { tree } = fc.letrec<{ tree: z.ZodType }>((tie) => {
  const part = fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, tie('tree'));
  const shape = fc.dictionary(fc.constantFrom('a', 'b', 'id', '1', '__proto__', 'a key'), part, {
    maxKeys: 3,
  });
  return {
    tree: fc.oneof(
      shape.map((members) => z.object(members)),
      shape.map((members) => z.strictObject(members)),
      fc.tuple(shape, part).map(([members, rest]) => z.object(members).catchall(rest)),
      fc.tuple(part, fc.nat(3)).map(([inner, least]) => z.array(inner).min(least)),
      fc.tuple(part, part).map((members) => z.union(members)),
      fc.tuple(part, part).map((items) => z.tuple(items)),
      part.map((inner) => z.tuple([z.string()], inner)),
      part.map((inner) => z.record(z.string(), inner)),
      part.map((inner) => z.partialRecord(z.enum(['a', 'b']), inner)),
      part.map((inner) => z.optional(inner)),
      part.map((inner) => z.nullable(inner)),
      part.map((inner) => z.readonly(inner)),
      fc
        .tuple(part, fc.constantFrom('text', 7, null, { at: 'noon' }))
        .map(([inner, value]) => z._default(inner, value)),
      part.map((inner) => inner.refine(() => true, 'It has to be right.')),
      fc.tuple(part, words).map(([inner, meta]) => inner.meta(meta)),
      fc.tuple(part, fc.constantFrom('It.', '')).map(([inner, text]) => inner.describe(text)),
    ),
  };
});

describe('A schema that is converted plainly', () => {
  test.each(Object.keys(constructs) as ConstructName[])('comes to what zod makes of it: %s', (name) => {
    const { schema } = constructs[name];
    countAlike(schema);
    countAlike(z.object({ value: schema, many: z.array(schema), perhaps: z.optional(schema) }));
  });

  test('comes to what zod makes of it, whatever it is made of', () => {
    let plain = 0;
    let all = 0;
    fc.assert(
      fc.property(tree, (schema) => {
        plain += countAlike(schema);
        all += SIDES.length * Object.keys(NAMINGS).length;
      }),
      { seed: SEED, numRuns: 1_500 },
    );
    expect(plain / all).toBeGreaterThan(0.2);
  });

  test('is what zod makes of it where schemas share others that were converted before', () => {
    let shared = 0;
    const trees = fc.array(tree, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(trees, fc.constantFrom(...SIDES), (schemas, side) => {
        const named = z.object({ inside: schemas[0] as z.ZodType }).meta({ id: 'Shared' });
        const book = new SchemaBook();
        for (const schema of schemas.flatMap((each) => [each, z.object({ each, named })])) {
          const before = new Set(book.definitions[side].keys());
          const booked = book.add(schema, side, { name: 'a.b', typeName: 'AB' });
          const names = new Map(book.entries.map((entry) => [entry.live, entry.workingName]));
          const whole = convertWholly(schema, side, (part) => names.get(part));
          expect(JSON.stringify(booked.json)).toBe(JSON.stringify(whole.schema));
          for (const [name, json] of whole.definitions) {
            expect(JSON.stringify(book.definitions[side].get(name))).toBe(JSON.stringify(json));
            if (before.has(name)) shared++;
          }
        }
      }),
      { seed: SEED, numRuns: 400 },
    );
    expect(shared).toBeGreaterThan(400);
  });

  test('is most of those that say no more than a description can', () => {
    const usual = [
      'string',
      'stringRegexTwice',
      'intChecked',
      'nullableString',
      'objectDeep',
      'namedTwice',
    ] as const;
    for (const name of usual) expect(countAlike(z.object({ value: constructs[name].schema })), name).toBe(4);
  });

  test.each([
    'recursive',
    'recursiveNamed',
    'lazyRecursive',
    'intersection',
    'pipe',
    'unionObjects',
  ] as const)('is not one that zod has to look at as a whole: %s', (name) => {
    const { schema } = constructs[name];
    expect(convertPlainly(schema, 'input', NAMINGS['by their ids'])).toBeUndefined();
  });
});
