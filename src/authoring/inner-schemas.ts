import type { Schema } from '../definition/schema.js';

/** What a schema was made of: its type, and whatever that type keeps. */
export type Definition = { readonly type: string } & Readonly<Record<string, unknown>>;

export function definitionOf(schema: Schema): Definition {
  return schema._zod.def as unknown as Definition;
}

/** The schemas that a schema is made of, whatever they are to it. Its checks are none of them. */
export function listInnerSchemas(schema: Schema): readonly Schema[] {
  const { shape, checks: _, ...rest } = definitionOf(schema);
  if (rest.type === 'lazy') return [(rest.getter as () => Schema)()];
  return [...Object.values((shape as object | undefined) ?? {}), ...Object.values(rest)]
    .flat()
    .filter(isSchema);
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

/** The schema, and all that are in it at any depth. A lazy one that makes new schemas is asked once. */
export function listSchemas(schema: Schema): ReadonlySet<Schema> {
  const found = new Set<Schema>([schema]);
  const seen = new Set<unknown>();
  // What is added while it goes on comes too.
  for (const each of found) {
    const { type, getter } = definitionOf(each);
    if (type === 'lazy' && seen.has(getter)) continue;
    if (type === 'lazy') seen.add(getter);
    for (const inner of listInnerSchemas(each)) found.add(inner);
  }
  return found;
}

/** Whether a definition that `is` true of is in a schema, at any depth. */
export function contains(schema: Schema, is: (definition: Definition) => boolean): boolean {
  return [...listSchemas(schema)].some((each) => is(definitionOf(each)));
}
