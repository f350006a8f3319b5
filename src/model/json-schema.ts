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

/** The schema with every reference, a discriminator's mapping included, given another target. */
export function mapReferences(schema: JsonSchema, map: (reference: string) => string): JsonSchema {
  return replaceReferences(schema, () => undefined, map);
}

/**
 * The schema with what `find` finds in the place of references to it; where it finds nothing, the reference stays, and
 * `map` gives it another target. What has no such reference is not copied: schemas are never changed.
 */
export function replaceReferences(
  schema: JsonSchema,
  find: (reference: string) => JsonSchema | undefined,
  map: (reference: string) => string,
): JsonSchema {
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return mapItems(node, visit);
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

/** The list itself where every item stays what it is. */
function mapItems(items: readonly unknown[], map: (item: unknown) => unknown): readonly unknown[] {
  const mapped = items.map((item) => map(item));
  return mapped.every((item, index) => item === items[index]) ? items : mapped;
}

/** The object itself where every value stays what it is. A key `__proto__` stays a key. */
function mapEntries(object: object, map: (value: unknown, key: string) => unknown): object {
  let mapped: object = object;
  for (const key of Object.keys(object)) {
    const value: unknown = object[key as keyof typeof object];
    const made = map(value, key);
    if (made === value) continue;
    if (mapped === object) mapped = { ...object };
    if (key !== '__proto__') (mapped as Record<string, unknown>)[key] = made;
    else Object.defineProperty(mapped, key, { ...PLAIN_MEMBER, value: made });
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
