import type * as z from 'zod';
import type { Schema } from '../../definition/schema.js';

/** The definition of any zod 4 schema, from any copy of zod. */
export type AnyDef = z.core.$ZodTypes['_zod']['def'];

export function defOf(schema: Schema): AnyDef {
  return (schema as z.core.$ZodTypes)._zod.def;
}

/** The metadata from `.meta()` and `.describe()`. */
export interface SchemaMeta {
  readonly id?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly examples?: unknown;
}

/** Returns a schema's metadata, with what it inherits. Most schemas have none, and zod's own lookup is slow. */
export function metaOf(schema: Schema): SchemaMeta {
  const registry = findRegistry();
  if (!registry) return NO_META;
  for (let at: Schema | undefined = schema; at; at = at._zod.parent) {
    if (registry.has(at)) return (registry.get(schema) ?? NO_META) as SchemaMeta;
  }
  return NO_META;
}

/** Returns the id of a schema, which is never inherited. */
export function idOf(schema: Schema): string | undefined {
  const registry = findRegistry();
  return registry?.has(schema) ? (registry.get(schema) as SchemaMeta | undefined)?.id : undefined;
}

/** Returns the named schema that this one only annotates or further checks: both have one shape. */
export function findNamedParent(schema: Schema): Schema | undefined {
  return findParent(schema, (parent) => idOf(parent) !== undefined);
}

/** Returns the nearest parent, of which a schema is an annotated or refined copy, for which `is` returns true. */
export function findParent(schema: Schema, is: (parent: Schema) => boolean): Schema | undefined {
  let { parent } = schema._zod;
  while (parent && !is(parent)) parent = parent._zod.parent;
  return parent;
}

/**
 * Lets a schema be garbage collected once it is unused, and its id be registered again by a later build of this process,
 * which zod refused until 4.2: its registry maps ids to schemas, for lookups by id only. Its metadata stay.
 */
export function releaseId(schema: Schema): void {
  const id = idOf(schema);
  const ids = findRegistry()?._idmap;
  if (id !== undefined && ids?.get(id) === schema) ids.delete(id);
}

const NO_META: SchemaMeta = Object.freeze({});

interface Registry {
  has(schema: Schema): boolean;
  get(schema: Schema): unknown;
  readonly _idmap?: Map<string, Schema>;
}

/** All copies of zod in a process share one global registry. */
function findRegistry(): Registry | undefined {
  return (globalThis as { __zod_globalRegistry?: Registry }).__zod_globalRegistry;
}
