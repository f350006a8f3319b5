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

/** A copy with every reference, a discriminator's mapping included, given another target. */
export function mapReferences(schema: JsonSchema, map: (reference: string) => string): JsonSchema {
  return replaceReferences(schema, () => undefined, map);
}

/**
 * A copy in which `find` puts schemas in the place of references to them; where it finds none, the reference stays,
 * and `map` gives it another target.
 */
export function replaceReferences(
  schema: JsonSchema,
  find: (reference: string) => JsonSchema | undefined,
  map: (reference: string) => string,
): JsonSchema {
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref } = node as JsonSchema;
    const found = typeof $ref === 'string' ? find($ref) : undefined;
    if (!found) return mapEntries(node, visitKeyword);
    const { $ref: _, ...beside } = node as JsonSchema;
    return visit({ ...found, ...beside });
  };
  const visitKeyword = (value: unknown, keyword: string): unknown => {
    if (keyword === '$ref' && typeof value === 'string') return map(value);
    if (typeof value !== 'object' || value === null || DATA_KEYWORDS.has(keyword)) return value;
    if (MAP_KEYWORDS.has(keyword)) return mapEntries(value, visit);
    if (keyword === 'discriminator' && isDiscriminator(value)) {
      return { ...value, mapping: mapEntries(value.mapping, (reference) => map(String(reference))) };
    }
    return visit(value);
  };
  return visit(schema) as JsonSchema;
}

/** A key `__proto__` stays a key. */
function mapEntries(object: object, map: (value: unknown, key: string) => unknown): Record<string, unknown> {
  const mapped: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(object)) {
    if (key !== '__proto__') mapped[key] = map(value, key);
    else Object.defineProperty(mapped, key, { ...PLAIN_MEMBER, value: map(value, key) });
  }
  return mapped;
}

const PLAIN_MEMBER = { configurable: true, enumerable: true, writable: true };

/** The names that a schema refers to, each once. */
export function listReferences(schema: JsonSchema): readonly string[] {
  const names = new Set<string>();
  mapReferences(schema, (reference) => {
    names.add(reference.slice(REFERENCE_PREFIX.length));
    return reference;
  });
  return [...names];
}

interface Discriminator {
  readonly propertyName: string;
  readonly mapping: Readonly<Record<string, string>>;
}

function isDiscriminator(value: unknown): value is Discriminator {
  return typeof value === 'object' && value !== null && 'propertyName' in value && 'mapping' in value;
}
