import * as z from 'zod';
import type { Schema } from '../../definition/schema.js';
import { type JsonSchema, REFERENCE_PREFIX, replaceReferences } from '../../model/json-schema.js';
import { completeSchema } from './complete-schema.js';
import { metaOf, type Side } from './zod-schema.js';

/** One side of a schema as JSON Schema, and the named schemas it refers to. References are `#/components/schemas/<name>`. */
export interface ConvertedSchema {
  readonly schema: JsonSchema;
  readonly definitions: ReadonlyMap<string, JsonSchema>;
}

/** Named schemas that have been converted, each as what refers to it, with all that it leads to. */
export type KnownSchemas = Pick<ReadonlyMap<Schema, ConvertedSchema>, 'get' | 'has'>;

/**
 * Converts any schema through zod's own `z.toJSONSchema`, with what it leaves out filled in: dates, bigints, sets,
 * discriminators. `nameOf` says which schemas are named; it overrides the schemas' own ids.
 */
export function convertWholly(
  schema: Schema,
  side: Side,
  nameOf: (schema: Schema) => string | undefined,
): ConvertedSchema {
  const definitions = new Map<string, JsonSchema>();
  const completed = new Map<Schema, JsonSchema>();
  const convert = (part: Schema): JsonSchema => {
    const {
      $schema: _,
      $defs = {},
      ...root
    } = z.toJSONSchema(part, {
      io: side,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      metadata: namedRegistry(nameOf),
      override: ({ zodSchema, jsonSchema }) => {
        completeSchema(zodSchema, jsonSchema, side, convert, completed);
        completed.set(zodSchema, jsonSchema);
      },
    }) as Record<string, unknown> & { $defs?: Record<string, JsonSchema> };
    // zod makes a definition of what it meets in a circle, also where the circle leads through a named schema.
    const findUnnamed = (reference: string) =>
      UNNAMED.test(reference) ? $defs[reference.slice(DEFINITIONS.length)] : undefined;
    const finish = (json: JsonSchema) => replaceReferences(json, findUnnamed, redirect);
    for (const [name, definition] of Object.entries($defs)) {
      if (!UNNAMED.test(DEFINITIONS + name)) definitions.set(name, finish(definition));
    }
    return finish(root);
  };
  return { schema: convert(schema), definitions };
}

const DEFINITIONS = '#/$defs/';
/** What zod calls a definition that has no name. */
const UNNAMED = /^#\/\$defs\/__schema\d+$/;

type Registry = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['metadata']>;

/** zod reads names from a registry: this one answers with the schemas' own metadata under the given names. */
function namedRegistry(nameOf: (schema: Schema) => string | undefined): Registry {
  const get = (schema: Schema) => {
    const own = metaOf(schema);
    const name = nameOf(schema);
    if (name === undefined && own.id === undefined) return own;
    const { id: _, ...meta } = own;
    return name === undefined ? meta : { ...meta, id: name };
  };
  return { get, has: () => true } as unknown as Registry;
}

function redirect(reference: string): string {
  return reference.startsWith(DEFINITIONS)
    ? REFERENCE_PREFIX + reference.slice(DEFINITIONS.length)
    : reference;
}
