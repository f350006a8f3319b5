import type * as z from 'zod';

/** Any zod 4 schema. */
export type Schema = z.core.$ZodType;

/** The input type of `S`; `undefined` if there is no schema. */
export type InputOf<S> = S extends Schema ? z.input<S> : undefined;

/** The output type of `S`; `undefined` if there is no schema. */
export type OutputOf<S> = S extends Schema ? z.output<S> : undefined;
