import { isSchema } from '../definition/inner-schemas.js';
import type { Schema } from '../definition/schema.js';

/** Throws a TypeError unless `schema` is a zod 4 schema. A schema from a circular import is undefined at first. */
export function expectSchema(step: string, schema: unknown): Schema {
  if (isSchema(schema)) return schema;
  throw new TypeError(`${step} takes a zod 4 schema, not ${describe(schema)}.`);
}

function describe(value: unknown): string {
  if (typeof value === 'object' && value !== null && '_def' in value) return 'one of zod 3';
  return value === null || typeof value !== 'object' ? String(value) : 'an object';
}
