import { type JsonSchema, mapSchemas } from '../../model/json-schema.js';

/** The text that represents null in a path or a query. */
const NULL: JsonSchema = { type: 'string', const: 'null' };

/** `not: { type: 'null' }` allows the text `null`, and names are texts already. */
const UNCHANGED = new Set(['not', 'propertyNames']);

/** Keywords about a value as a whole, which stay outside when its schema is split. */
const ANNOTATIONS = new Set(['title', 'description', 'default', 'examples', 'deprecated']);

/**
 * Converts a parameter's schema to that of the text that is sent. OpenAPI gives numbers and booleans a text form, but
 * not `null`: here it is the text `null`. Literals of several types are grouped by type, so that each can be parsed
 * from its text. Named schemas stay unchanged, since bodies may share them.
 */
export function toTextSchema(schema: JsonSchema): JsonSchema {
  const inner = Object.entries(schema).map(
    ([keyword, value]) =>
      [keyword, UNCHANGED.has(keyword) ? value : mapSchemas(keyword, value, toText)] as const,
  );
  const constraints = Object.fromEntries(inner.filter(([keyword]) => !ANNOTATIONS.has(keyword)));
  const [only, ...others] = listForms(constraints);
  if (only === constraints) return Object.fromEntries(inner);
  const annotations = Object.fromEntries(inner.filter(([keyword]) => ANNOTATIONS.has(keyword)));
  if (annotations.default === null) annotations.default = NULL.const;
  return { ...(others.length > 0 ? { anyOf: [only, ...others] } : only), ...annotations };
}

function toText(schema: JsonSchema | true): JsonSchema | true {
  return schema === true ? schema : toTextSchema(schema);
}

/** Lists the forms of the text, each of one type; the schema itself if it need not be split. */
function listForms(schema: JsonSchema): readonly JsonSchema[] {
  const { type, enum: values, const: value } = schema;
  if (type === 'null' || value === null) return [NULL];
  if (Array.isArray(type) && type.includes('null')) {
    const types = type.filter((one) => one !== 'null');
    return [{ ...schema, type: types.length === 1 ? types[0] : types }, NULL];
  }
  return Array.isArray(values) && type === undefined ? listLiteralForms(values) : [schema];
}

function listLiteralForms(values: readonly unknown[]): readonly JsonSchema[] {
  const texts = values.map((value) => (value === null ? NULL.const : value));
  const types = ['string', 'number', 'boolean'] as const;
  return types.flatMap((type) => {
    const own = texts.filter((value) => typeof value === type);
    return own.length > 0 ? [{ type, enum: [...new Set(own)] }] : [];
  });
}
