import { ENVELOPE } from '../protocol/brand.js';
import type { Schema } from './schema.js';

/** Whether `schema` was made by `actionResponse`, by this copy of the package or another. */
export function isActionResponse(schema: Schema): boolean {
  return (schema._zod.def as unknown as Record<symbol, unknown>)[ENVELOPE] === true;
}
