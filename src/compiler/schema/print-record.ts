import type { JsonSchema } from '../../model/json-schema.js';
import type { Keywords, RecordShape, Shape } from './shape.js';

/**
 * The JSON Schema of a record. One of few keys says each of them by its name, as an object does; one of any keys says
 * nothing of them; the keys of a loose record are patterns, and beside them stands anything.
 */
export function printRecord(
  { key, value, isPartial, names = [], isNamed, patterns, isStrict }: RecordShape,
  meta: Keywords | undefined,
  print: (shape: Shape) => JsonSchema,
): Keywords {
  const one = print(value);
  const required = !isPartial && names.length > 0 && { required: names };
  // Of a record with named keys most tools see an index signature only, and none of them see what is missing.
  if (isNamed) {
    return {
      type: 'object',
      ...meta,
      properties: Object.fromEntries(names.map((name) => [name, one])),
      ...required,
      ...(isStrict && { additionalProperties: false }),
    };
  }
  if (patterns) {
    const patternProperties = Object.fromEntries(patterns.map((pattern) => [pattern, one]));
    return {
      type: 'object',
      ...(patterns.length > 0 && { patternProperties }),
      ...required,
      ...meta,
      // Said aloud, since tools take the patterns for all there is.
      additionalProperties: {},
    };
  }
  const propertyNames = print(toKey(key));
  const isAnyText = JSON.stringify(propertyNames) === '{"type":"string"}';
  return {
    type: 'object',
    ...(!isAnyText && { propertyNames }),
    additionalProperties: one,
    ...required,
    ...meta,
  };
}

/** A key is text: a number is said as the texts that are read as one. */
function toKey(shape: Shape): Shape {
  if (shape.kind === 'union') return { ...shape, members: shape.members.map(toKey) };
  if (shape.kind === 'literal') return { ...shape, values: shape.values.map(printNumber) };
  if (shape.kind !== 'leaf' || shape.leaf !== 'number') return shape;
  const pattern = shape.keywords?.type === 'integer' ? '^-?\\d+$' : '^-?\\d+(?:\\.\\d+)?$';
  return { ...shape, leaf: 'string', keywords: { pattern } };
}

function printNumber<Value>(value: Value): Value | string {
  return typeof value === 'number' ? String(value) : value;
}
