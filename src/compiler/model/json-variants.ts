import { type JsonSchema, referenceOf } from '../../model/json-schema.js';

/** One of the objects that a JSON Schema of an object describes. */
export interface JsonVariant {
  readonly properties: ReadonlyMap<string, JsonSchema>;
  readonly required: ReadonlySet<string>;
}

export type ResolveSchema = (name: string) => JsonSchema | undefined;

/** The objects that a schema of objects, or of unions or intersections of them, describes. */
export function listJsonVariants(schema: JsonSchema, resolve: ResolveSchema): readonly JsonVariant[] {
  const own: JsonVariant = {
    properties: new Map(Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)),
    required: new Set((schema.required ?? []) as string[]),
  };
  let variants: readonly JsonVariant[] = [own];
  const name = referenceOf(schema);
  const target = name === undefined ? undefined : resolve(name);
  const parts = [...(target ? [target] : []), ...((schema.allOf ?? []) as JsonSchema[])];
  for (const part of parts) {
    const added = listJsonVariants(part, resolve);
    variants = variants.flatMap((left) => added.map((right) => joinVariants(left, right)));
  }
  const branches = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (!branches) return variants;
  const added = branches.flatMap((branch) => listJsonVariants(branch, resolve));
  return variants.flatMap((left) => added.map((right) => joinVariants(left, right)));
}

function joinVariants(left: JsonVariant, right: JsonVariant): JsonVariant {
  const properties = new Map(left.properties);
  for (const [key, schema] of right.properties) {
    const before = properties.get(key);
    properties.set(key, before ? { allOf: [before, schema] } : schema);
  }
  return { properties, required: new Set([...left.required, ...right.required]) };
}

/** What a schema of objects says in words about the objects as a whole, its own words first. */
export function listDescriptions(schema: JsonSchema, resolve: ResolveSchema): readonly string[] {
  const name = referenceOf(schema);
  const target = name === undefined ? undefined : resolve(name);
  const own = schema.description ?? target?.description;
  const parts = [...((schema.allOf ?? []) as JsonSchema[]), ...((target?.allOf ?? []) as JsonSchema[])];
  const inner = parts.flatMap((part) => listDescriptions(part, resolve));
  return [...new Set(typeof own === 'string' ? [own, ...inner] : inner)];
}

const NOTHING: JsonSchema = {};

/** What a key can be over all variants, each schema once. */
export function schemaOfKey(variants: readonly JsonVariant[], key: string): JsonSchema {
  const schemas = variants.flatMap(({ properties }): JsonSchema[] => {
    const schema = properties.get(key);
    return schema ? [schema] : [];
  });
  const unique: readonly JsonSchema[] = [
    ...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values(),
  ];
  return unique.length > 1 ? { anyOf: unique } : (unique[0] ?? NOTHING);
}

/** The schema without some of its objects' keys; a reference is followed, since its target keeps them. */
export function omitKeys(schema: JsonSchema, keys: ReadonlySet<string>, resolve: ResolveSchema): JsonSchema {
  if (keys.size === 0) return schema;
  const name = referenceOf(schema);
  if (name !== undefined) {
    const { $ref: _, ...beside } = schema;
    const target = resolve(name);
    return target ? omitKeys({ ...target, ...beside }, keys, resolve) : schema;
  }
  const copy: Record<string, unknown> = { ...schema };
  if (schema.properties) {
    const kept = Object.entries(schema.properties).filter(([key]) => !keys.has(key));
    copy.properties = Object.fromEntries(kept);
  }
  if (schema.required) {
    const required = (schema.required as string[]).filter((key) => !keys.has(key));
    if (required.length > 0) copy.required = required;
    else delete copy.required;
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const parts = schema[keyword] as JsonSchema[] | undefined;
    if (parts) copy[keyword] = parts.map((part) => omitKeys(part, keys, resolve));
  }
  // A mapping leads to the named schemas, whose keys are no longer these.
  if (copy.discriminator) delete copy.discriminator;
  return copy;
}
