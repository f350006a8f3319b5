import type { Schema } from '../../definition/schema.js';
import { convertPlainly } from './convert-plainly.js';
import { type ConvertedSchema, convertWholly, type KnownSchemas } from './convert-wholly.js';
import type { Side } from './zod-schema.js';

/**
 * Converts one side of a schema to JSON Schema, as zod does it. `nameOf` says which schemas are named; what is `known` of
 * them is not converted again.
 */
export function convertSchema(
  schema: Schema,
  side: Side,
  nameOf: (schema: Schema) => string | undefined,
  known?: KnownSchemas,
): ConvertedSchema {
  return convertPlainly(schema, side, nameOf, known) ?? convertWholly(schema, side, nameOf);
}
