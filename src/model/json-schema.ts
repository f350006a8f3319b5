/** A JSON Schema of draft 2020-12 as OpenAPI 3.1 accepts it. References are `#/components/schemas/<name>`. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

export const REFERENCE_PREFIX = '#/components/schemas/';

/** Returns the name that a schema refers to; undefined if it is no reference. */
export function referenceOf(schema: JsonSchema): string | undefined {
  const { $ref } = schema;
  return typeof $ref === 'string' && $ref.startsWith(REFERENCE_PREFIX)
    ? $ref.slice(REFERENCE_PREFIX.length)
    : undefined;
}

/** Keywords whose values are data, not schemas. */
const DATA_KEYWORDS = new Set(['const', 'default', 'enum', 'example', 'examples']);
/** Keywords that map names of the user's own to schemas. */
const MAP_KEYWORDS = new Set(['properties', 'patternProperties', 'dependentSchemas']);

/** Keywords whose values are a schema or a list of schemas. */
const SCHEMA_KEYWORDS = new Set(
  'not items additionalProperties propertyNames anyOf oneOf allOf prefixItems'.split(' '),
);

/**
 * Applies `map` to the schemas in a keyword's value. `true` is the schema of anything. Values that are no schemas, as
 * in an author's own JSON Schema, stay unchanged.
 */
export function mapSchemas(
  keyword: string,
  value: unknown,
  map: (schema: JsonSchema | true) => JsonSchema | true,
): unknown {
  const mapOne = (schema: unknown) => (schema === true || isObject(schema) ? map(schema) : schema);
  if (MAP_KEYWORDS.has(keyword) && isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, mapOne(schema)]));
  }
  if (!SCHEMA_KEYWORDS.has(keyword)) return value;
  return Array.isArray(value) ? value.map(mapOne) : mapOne(value);
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lists the names that a schema refers to, including a discriminator's mapping, each once. */
export function listReferences(schema: JsonSchema | undefined): readonly string[] {
  const names = new Set<string>();
  const note = (reference: unknown): void => {
    if (typeof reference === 'string') names.add(reference.slice(REFERENCE_PREFIX.length));
  };
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) node.forEach(visit);
    else
      for (const [keyword, value] of Object.entries(node)) {
        if (keyword === '$ref') note(value);
        else if (keyword === 'discriminator') Object.values(value?.mapping ?? {}).forEach(note);
        else if (MAP_KEYWORDS.has(keyword)) Object.values(value).forEach(visit);
        else if (!DATA_KEYWORDS.has(keyword)) visit(value);
      }
  };
  visit(schema);
  return [...names];
}
