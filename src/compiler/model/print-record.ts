import type { JsonSchema } from './json-schema.js';
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
  const propertyNames = printKey(print(key));
  const isAnyText = JSON.stringify(propertyNames) === '{"type":"string"}';
  return {
    type: 'object',
    ...(!isAnyText && { propertyNames }),
    additionalProperties: one,
    ...required,
    ...meta,
  };
}

const NUMBER_KEYWORDS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'format',
];

/** A key is text: numbers are said as the texts that are read as one. */
function printKey(json: JsonSchema): JsonSchema {
  const copy: Record<string, unknown> = { ...json };
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = json[keyword];
    if (Array.isArray(branches)) copy[keyword] = branches.map(printKey);
  }
  const types = [json.type].flat();
  const isNumber = !types.includes('string') && types.some((type) => type === 'number' || type === 'integer');
  const values = json.enum ?? ('const' in json ? [json.const] : undefined);
  const areNumbers = Array.isArray(values) && values.some((value) => typeof value === 'number');
  if (!isNumber && !areNumbers) return copy;
  for (const keyword of NUMBER_KEYWORDS) delete copy[keyword];
  if (Array.isArray(json.enum)) copy.enum = json.enum.map(printNumber);
  else if ('const' in json) copy.const = printNumber(json.const);
  if (!isNumber) return copy;
  copy.type = 'string';
  if (!values) copy.pattern = types.includes('number') ? NUMBER : INTEGER;
  return copy;
}

/** As zod writes them. */
const NUMBER = '^-?\\d+(?:\\.\\d+)?$';
const INTEGER = '^-?\\d+$';

function printNumber(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}
