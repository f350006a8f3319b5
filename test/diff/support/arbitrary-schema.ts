import fc from 'fast-check';
import type { JsonSchema } from '../../schemas/support/arbitrary-of.js';

/** Few names and few values, so that two schemas often speak of the same. */
const NAMES = ['a', 'b', 'kind'];
const few = fc.integer({ min: 0, max: 4 });

const text = compact({
  type: fc.constant('string'),
  minLength: maybe(fc.integer({ min: 0, max: 2 })),
  maxLength: maybe(fc.integer({ min: 3, max: 5 })),
  format: maybe(fc.constantFrom('uuid', 'date', 'date-time')),
});

const number = compact({
  type: fc.constantFrom('number', 'integer'),
  minimum: maybe(fc.integer({ min: -3, max: 0 })),
  maximum: maybe(fc.integer({ min: 3, max: 6 })),
  exclusiveMaximum: maybe(fc.integer({ min: 4, max: 7 })),
  multipleOf: maybe(fc.constantFrom(1, 2, 3)),
});

const listed = fc.oneof(
  fc.record({ const: fc.constantFrom('x', 'y', 1, true, null) }),
  fc.record({
    enum: fc.uniqueArray(fc.constantFrom('x', 'y', 'z', 1, 2, null), { minLength: 1, maxLength: 4 }),
  }),
);

const leaf = fc.oneof(text, number, listed, fc.constant({ type: 'boolean' }), fc.constant({}));

/** Schemas of the kinds that procgen writes. */
export const anySchema: fc.Arbitrary<JsonSchema> = fc.letrec<{ schema: JsonSchema; object: JsonSchema }>(
  (tie) => ({
    object: fc
      .record({
        properties: fc.dictionary(fc.constantFrom(...NAMES), tie('schema'), { maxKeys: 3 }),
        required: fc.subarray(NAMES),
        additionalProperties: maybe(fc.oneof<fc.Arbitrary<unknown>[]>(fc.boolean(), tie('schema'))),
      })
      .map(({ properties, required, additionalProperties }) => ({
        type: 'object',
        properties,
        required: required.filter((name) => Object.hasOwn(properties, name)),
        ...(additionalProperties !== undefined && { additionalProperties }),
      })),
    schema: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      leaf,
      tie('object'),
      compact({ type: fc.constant('array'), items: tie('schema'), minItems: maybe(few) }),
      // Not with `minItems`: there may not be so many different items.
      compact({ type: fc.constant('array'), items: tie('schema'), uniqueItems: fc.boolean() }),
      fc
        .tuple(tie('schema'), tie('schema'))
        .map((prefixItems) => ({ type: 'array', prefixItems, items: false })),
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ allOf: fc.tuple(tie('object'), tie('object')) }),
      tie('schema').map((schema) => ({ anyOf: [schema, { type: 'null' }] })),
    ),
  }),
).schema;

/** The schema with one keyword, somewhere in it, left out or taken over from another. */
export function changeSomewhere(schema: JsonSchema, other: JsonSchema, seed: number): JsonSchema {
  const places: { readonly owner: JsonSchema; readonly key: string }[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      places.push({ owner: value as JsonSchema, key });
      visit(member);
    }
  };
  visit(schema);
  const chosen = places[seed % Math.max(1, places.length)];
  const copy = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(copy);
    const members = Object.entries(value).map(([key, member]) => [key, copy(member)] as const);
    if (value !== chosen?.owner || 'properties' === chosen.key) return Object.fromEntries(members);
    const rest = Object.fromEntries(members.filter(([key]) => key !== chosen.key || key === 'type'));
    return seed % 2 === 0
      ? rest
      : { ...rest, ...(chosen.key in other && { [chosen.key]: other[chosen.key] }) };
  };
  return copy(schema) as JsonSchema;
}

function maybe<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(arbitrary, { nil: undefined });
}

/** A record without the keys that have no value. */
function compact(shape: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<JsonSchema> {
  return fc
    .record(shape)
    .map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)));
}
