import type * as z from 'zod';

/** Any zod 4 schema. */
export type Schema = z.core.$ZodType;

/** What a caller sends for `S`; nothing where there is no schema. */
export type InputOf<S> = S extends Schema ? z.input<S> : undefined;

/** What a parsed value of `S` is; `undefined` where there is no schema. */
export type OutputOf<S> = S extends Schema ? z.output<S> : undefined;
