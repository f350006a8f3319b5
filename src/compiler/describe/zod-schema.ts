import type * as z from 'zod';
import type { Schema } from '../../definition/schema.js';

/** The definition of any zod 4 schema, of whichever copy of zod made it. */
export type AnyDef = z.core.$ZodTypes['_zod']['def'];

export function defOf(schema: Schema): AnyDef {
  return (schema as z.core.$ZodTypes)._zod.def;
}

/** What `.meta()` and `.describe()` said of a schema. */
export interface SchemaMeta {
  readonly id?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly examples?: unknown;
}

/** What a schema inherits from those that it was made of included. Most schemas have none, and zod would look long. */
export function metaOf(schema: Schema): SchemaMeta {
  const registry = findRegistry();
  if (!registry) return NO_META;
  for (let at: Schema | undefined = schema; at; at = at._zod.parent) {
    if (registry.has(at)) return (registry.get(schema) ?? NO_META) as SchemaMeta;
  }
  return NO_META;
}

/** The name of a schema, which is never inherited. */
export function idOf(schema: Schema): string | undefined {
  const registry = findRegistry();
  return registry?.has(schema) ? (registry.get(schema) as SchemaMeta | undefined)?.id : undefined;
}

/** The named schema that a schema only says something of, or checks further: values of both have one shape. */
export function findNamedParent(schema: Schema): Schema | undefined {
  return findParent(schema, (parent) => idOf(parent) !== undefined);
}

/** The nearest of the schemas that a schema only adds to which `is` true of. */
export function findParent(schema: Schema, is: (parent: Schema) => boolean): Schema | undefined {
  let { parent } = schema._zod;
  while (parent && !is(parent)) parent = parent._zod.parent;
  return parent;
}

/**
 * Lets a schema be collected once nobody uses it: zod's registry holds each that has an id by that id, which only looking
 * up a schema by its id needs. Its metadata stay.
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

/** zod's global registry is one for all copies of zod in a process. */
function findRegistry(): Registry | undefined {
  return (globalThis as { __zod_globalRegistry?: Registry }).__zod_globalRegistry;
}
