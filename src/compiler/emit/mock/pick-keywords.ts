import type { JsonSchema } from '../../../model/json-schema.js';

/** The keywords that the mock's runtime makes data from, as its `MockSchema` has them, by what stands behind them. */
const DATA = [
  ...['$ref', 'type', 'const', 'enum', 'examples', 'format', 'pattern', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems', 'required'],
];
const SCHEMAS = ['not', 'items', 'additionalProperties', 'propertyNames'];
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties'];

/** A schema without what no data is made from: words, defaults, and whatever else the author noted. */
export function pickKeywords(schema: JsonSchema): JsonSchema {
  const picked = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (DATA.includes(keyword)) return [[keyword, value]];
    if (SCHEMAS.includes(keyword)) return [[keyword, pickInside(value)]];
    if (LISTS.includes(keyword)) return [[keyword, (value as readonly unknown[]).map(pickInside)]];
    return MAPS.includes(keyword) ? [[keyword, pickFromEach(value as object)]] : [];
  });
  return Object.fromEntries(picked);
}

/** `true` is the schema of anything. */
function pickInside(value: unknown): unknown {
  if (value === true) return {};
  return typeof value === 'object' && value !== null ? pickKeywords(value as JsonSchema) : value;
}

function pickFromEach(schemas: object): object {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, pickInside(schema)]));
}
