import type * as z from 'zod';
import { ENVELOPE } from '../protocol/brand.js';

/** Any zod 4 schema. */
export type Schema = z.core.$ZodType;

/** What a caller sends for `S`; nothing where there is no schema. */
export type InputOf<S> = S extends Schema ? z.input<S> : undefined;

/** What a parsed value of `S` is; `undefined` where there is no schema. */
export type OutputOf<S> = S extends Schema ? z.output<S> : undefined;

/** Whether `schema` is of `actionResponse`, of this copy of the package or another. */
export function isActionResponse(schema: Schema): boolean {
  return (schema._zod.def as unknown as Record<symbol, unknown>)[ENVELOPE] === true;
}
