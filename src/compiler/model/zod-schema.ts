import type * as z from 'zod';
import type { Schema } from '../../authoring/schema.js';

/** Whether a description is of what a caller sends to the schema or of what comes out of it. */
export type Side = 'input' | 'output';

/** The definition of any zod 4 schema, of whichever copy of zod made it. */
export type AnyDef = z.core.$ZodTypes['_zod']['def'];

export function defOf(schema: Schema): AnyDef {
  return (schema as z.core.$ZodTypes)._zod.def;
}

/** Test for `_zod`, not `instanceof`: there may be two copies of zod. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

/** What `.meta()` and `.describe()` said of a schema. */
export interface SchemaMeta {
  readonly id?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly examples?: unknown;
}

/** zod's global registry is one for all copies of zod in a process. */
export function metaOf(schema: Schema): SchemaMeta {
  const registry = (globalThis as { __zod_globalRegistry?: { get(schema: Schema): unknown } })
    .__zod_globalRegistry;
  return (registry?.get(schema) ?? {}) as SchemaMeta;
}

/** The named schema that a schema only says something of, or checks further: values of both have one shape. */
export function findNamedParent(schema: Schema): Schema | undefined {
  for (let parent = schema._zod.parent; parent; parent = parent._zod.parent) {
    if (metaOf(parent).id !== undefined) return parent;
  }
  return undefined;
}
