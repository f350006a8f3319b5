import type { Schema } from './schema.js';

/** A schema's definition: its type and the fields of that type. */
export type Definition = { readonly type: string } & Readonly<Record<string, unknown>>;

export function definitionOf(schema: Schema): Definition {
  return schema._zod.def as unknown as Definition;
}

/** The schemas directly inside of a schema, except those of its checks. */
export function listInnerSchemas(schema: Schema): readonly Schema[] {
  const { shape, checks: _, ...rest } = definitionOf(schema);
  if (rest.type === 'lazy') return [(rest.getter as () => Schema)()];
  return [...Object.values((shape as object | undefined) ?? {}), ...Object.values(rest)]
    .flat()
    .filter(isSchema);
}

/** Checks `_zod` instead of `instanceof`, because there may be two copies of zod. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

/** The schema and all schemas inside it, at any depth. A lazy getter is called once, as it may create new schemas. */
export function listSchemas(schema: Schema): ReadonlySet<Schema> {
  const found = new Set<Schema>([schema]);
  const seen = new Set<unknown>();
  // The loop includes schemas that are added while it runs.
  for (const each of found) {
    const { type, getter } = definitionOf(each);
    if (type === 'lazy' && seen.has(getter)) continue;
    if (type === 'lazy') seen.add(getter);
    for (const inner of listInnerSchemas(each)) found.add(inner);
  }
  return found;
}

/** Whether `is` is true of a definition in the schema, at any depth. */
export function contains(schema: Schema, predicate: (definition: Definition) => boolean): boolean {
  return [...listSchemas(schema)].some((each) => predicate(definitionOf(each)));
}
