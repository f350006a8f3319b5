import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { describeShape } from '../../src/compiler/describe/describe-shape.js';
import { isOptionalOn, mayBeUndefined } from '../../src/compiler/describe/is-optional.js';
import type { Side } from '../../src/compiler/schema/shape.js';
import { type ConstructName, constructs } from './constructs.js';
import { SEED } from './support/define-properties.js';
import { printSchema } from './support/print-schema.js';

const SIDES = ['input', 'output'] as const;

type Json = Record<string, unknown>;

/** What zod itself makes of a schema, with what it leaves out filled in. */
function convertByZod(schema: z.core.$ZodType, side: Side): Json {
  const {
    $schema: _,
    $defs = {},
    ...root
  } = z.toJSONSchema(schema, {
    io: side,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => fillIn(zodSchema._zod.def, jsonSchema as Json, side),
  }) as Json;
  return JSON.parse(
    JSON.stringify({ schema: root, definitions: $defs }).replaceAll('#/$defs/', '#/components/schemas/'),
  );
}

function fillIn(def: z.core.$ZodTypes['_zod']['def'], json: Json, side: Side): void {
  if (def.type === 'date') Object.assign(json, { type: 'string', format: 'date-time' });
  if (def.type === 'bigint') Object.assign(json, { type: 'string', pattern: '^-?(?:0|[1-9]\\d*)$' });
  // An undeclared key is stripped on the way out: consumers need not refuse one.
  if (def.type === 'object' && side === 'output' && !def.catchall) delete json.additionalProperties;
  // In OpenAPI the word means that a value is not sent.
  if (def.type === 'readonly') delete json.readOnly;
  if (def.type === 'tuple' && !def.rest) delete json.items;
  // The keys of any JSON object are texts.
  if (def.type === 'record' && JSON.stringify(json.propertyNames) === '{"type":"string"}')
    delete json.propertyNames;
}

function printByShape(schema: z.core.$ZodType, side: Side): unknown {
  const { schema: root, definitions } = printSchema(schema, side);
  return { schema: root, definitions: Object.fromEntries(definitions) };
}

/** Of which the description says more than zod, or otherwise: what, the tests of notes, patterns, records and the like tell. */
const OTHERWISE: ReadonlySet<string> = new Set(
  `stringRegexAnyCase stringStartsWith stringEndsWith stringIncludes stringLowercase stringUppercase httpUrl ipv6 cidrv6
  isoDuration bigintBounded int64 stringbool dateBounded literalUnion literalUnionMixed defaultBigint undefinedOptional
  set setOfInts setOfDates setOfObjects tupleOptional tupleEmpty recordByEnum recordByEnumPartial recordByEnumOptional
  recordLoose unionBoundedDates unionRefined unionInside discriminatedNamed refine refineAsync superRefine discriminatedByBoolean
  discriminatedRefined arrayOfDiscriminated namedWithWords defaultsInside unionUndefined recursive recursiveMutual recursiveNamed lazyRecursive json`.split(
    /\s+/,
  ),
);
const ALIKE = (Object.keys(constructs) as ConstructName[]).filter((name) => !OTHERWISE.has(name));

/** A list says null where an answer is undefined, which zod does not. */
const isThere = (schema: z.core.$ZodType) => !isOptionalOn('input', schema) && !mayBeUndefined(schema);

const leaves = ALIKE.map((name) => constructs[name].schema as z.ZodType).filter(isThere);
const leaf: fc.Arbitrary<z.ZodType> = fc.constantFrom(...leaves);
/** zod nests those that are joined within one of another, where the description does not. */
const apart = fc.constantFrom(...leaves.filter(({ def }) => def.type !== 'intersection'));

const words = fc.record(
  {
    title: fc.constant('A title'),
    description: fc.constantFrom('What it is.', ''),
    deprecated: fc.boolean(),
    'x-noted': fc.constantFrom(null, { at: 'noon' }),
  },
  { requiredKeys: [] },
);

const { tree } = fc.letrec<{ tree: z.ZodType }>((tie) => {
  const part = fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, tie('tree'));
  const field = fc.oneof(
    part,
    part.map((inner) => z.optional(inner)),
    part.map((inner) => z.nullish(inner)),
  );
  const keys = fc.constantFrom('a', 'b', 'id', '1', 'a key');
  const shape = fc.dictionary(keys, field, { maxKeys: 3 });
  const flat = fc.dictionary(keys, apart, { maxKeys: 3 });
  return {
    tree: fc.oneof(
      shape.map((members) => z.object(members)),
      shape.map((members) => z.strictObject(members)),
      fc.tuple(shape, part).map(([members, rest]) => z.object(members).catchall(rest)),
      fc.tuple(part, fc.nat(3)).map(([inner, least]) => z.array(inner).min(least)),
      fc.tuple(shape, part).map(([members, other]) => z.union([z.object(members), other])),
      fc
        .tuple(flat, flat, leaf)
        .map(([left, right, rest]) => z.intersection(z.strictObject(left), z.object(right).catchall(rest))),
      fc
        .tuple(flat, flat, flat)
        .map(([left, right, other]) =>
          z.intersection(z.object(left), z.union([z.object(right), z.strictObject(other)])),
        ),
      fc.tuple(shape, leaf).map(([members, other]) => z.intersection(z.object(members), z.array(other))),
      fc.tuple(part, part).map((items) => z.tuple(items)),
      part.map((inner) => z.tuple([z.string()], inner)),
      part.map((inner) => z.record(z.string(), inner)),
      part.map((inner) => z.nullable(inner)),
      part.map((inner) => z.readonly(inner)),
      part.map((inner) => z.nonoptional(z.optional(inner))),
      part.map((inner) => z.lazy(() => inner)),
      part.map((inner) => inner.transform(String).pipe(z.string())),
      part.map((inner) => z.preprocess((value) => value, inner)),
      fc.tuple(part, words).map(([inner, meta]) => inner.meta(meta)),
      fc.tuple(part, fc.constantFrom('It.', '')).map(([inner, text]) => inner.describe(text)),
    ),
  };
});

/**
 * Comparable with zod's own: in an order that does not depend on which part of an intersection requires a key, and
 * without the strictness of its parts, which zod prints so that no value matches.
 */
function settle(json: unknown): unknown {
  const settleMember = (key: string, value: unknown) => {
    if (!Array.isArray(value)) return key === 'unevaluatedProperties' ? undefined : value;
    if (key === 'required') return [...value].sort();
    return key === 'allOf' ? value.map(loosen) : value;
  };
  return JSON.parse(JSON.stringify(json, settleMember));
}

function loosen(part: Json): Json {
  const { additionalProperties, ...others } = part;
  for (const keyword of ['anyOf', 'oneOf']) {
    const members = others[keyword];
    if (Array.isArray(members)) others[keyword] = members.map(loosen);
  }
  return additionalProperties === false ? others : { ...others, additionalProperties };
}

describe('The JSON Schema of a description', () => {
  test.each(ALIKE)('is what zod makes of the schema: %s', (name) => {
    const { schema } = constructs[name];
    for (const side of SIDES) {
      expect(JSON.stringify(printByShape(schema, side))).toBe(JSON.stringify(convertByZod(schema, side)));
    }
  });

  test('is what zod makes of the schema, whatever that is made of', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom(...SIDES), (schema, side) => {
        expect(settle(printByShape(schema, side))).toEqual(settle(convertByZod(schema, side)));
      }),
      { seed: SEED, numRuns: 2_000 },
    );
  });

  test('is made of plain data', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom(...SIDES), (schema, side) => {
        const { shape } = describeShape(schema, side);
        expect(structuredClone(shape)).toEqual(shape);
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  test('leads to no place outside of its definitions where a circle leads through a named schema', () => {
    const Named = z
      .object({
        get back() {
          return Unnamed.optional();
        },
      })
      .meta({ id: 'Named' });
    const Unnamed: z.ZodObject = z.object({ named: Named });
    for (const side of SIDES) {
      const references = JSON.stringify(printByShape(Unnamed, side)).match(/"\$ref":"[^"]*"/g);
      expect(new Set(references)).toEqual(new Set(['"$ref":"#/components/schemas/Named"']));
    }
  });

  test('of a schema with an id is whole, also where it adds to another one with an id', () => {
    const Base = z.object({ a: z.string() }).meta({ id: 'Base' });
    const More = Base.refine(() => true, 'It has to be more').meta({ id: 'More' });
    for (const both of [
      { Base, More },
      { More, Base },
    ]) {
      const { definitions } = printSchema(z.object(both), 'input');
      expect(definitions.get('More')).toMatchObject({ type: 'object', required: ['a'] });
    }
  });

  test('is what a schema states by itself, with what its author notes', () => {
    const schema = z.string().meta({ title: 'A colour' });
    schema._zod.toJSONSchema = () => ({ type: 'string', format: 'color' });
    expect(printSchema(schema.optional(), 'input').schema).toEqual({
      type: 'string',
      format: 'color',
      title: 'A colour',
    });
  });

  test('says what the check of another library leaves in the bag of a schema', () => {
    const check = z.check(() => {});
    check._zod.onattach.push((schema) => Object.assign(schema._zod.bag, { minimum: 3 }));
    expect(printSchema(z.string().min(2).check(check), 'input').schema).toMatchObject({ minLength: 3 });
  });
});

test('A kind of schema that is not known is refused.', () => {
  const schema = z.string();
  Object.assign(schema._zod.def, { type: 'hologram' });
  expect(describeShape(schema, 'input').shape).toMatchObject({
    kind: 'unsupported',
    reason: 'schemas of the type "hologram" are not supported',
  });
});
