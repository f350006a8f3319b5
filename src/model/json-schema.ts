/** A JSON Schema of draft 2020-12 as OpenAPI 3.1 takes it. References are `#/components/schemas/<name>`. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

export const REFERENCE_PREFIX = '#/components/schemas/';

/** The name that a schema refers to; undefined when it is no reference. */
export function referenceOf(schema: JsonSchema): string | undefined {
  const { $ref } = schema;
  return typeof $ref === 'string' && $ref.startsWith(REFERENCE_PREFIX)
    ? $ref.slice(REFERENCE_PREFIX.length)
    : undefined;
}

/** Keywords whose values are data, not schemas. */
const DATA_KEYWORDS = new Set(['const', 'default', 'enum', 'example', 'examples']);
/** Keywords whose values are schemas by a name that is the user's own. */
const MAP_KEYWORDS = new Set(['properties', 'patternProperties', 'dependentSchemas']);

/** Keywords whose values are a schema or a list of schemas. */
const SCHEMA_KEYWORDS = new Set(
  'not items additionalProperties propertyNames anyOf oneOf allOf prefixItems'.split(' '),
);

/**
 * The value of a keyword, with what `map` makes of the schemas in it. `true` is the schema of anything. What is no schema,
 * as an author's own JSON Schema may have it, stays as it is.
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

/** The names that a schema refers to, in a discriminator's mapping too, each once. */
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
