import type { MockSchema, MockSchemas } from './mock-schema.js';

/** What the generation of a value depends on. */
export interface GenerationContext {
  readonly random: Random;
  /** The description's named schemas. */
  readonly schemas: MockSchemas;
  /** The number of lists and objects around the value. */
  readonly depth: number;
  /** The time before which dates are. */
  readonly nowMs: number;
  /** The maximum number of items in a list, if its schema does not limit it. */
  readonly maxItems: number;
}

/** Returns the next random number, from 0 up to but excluding 1. */
export type Random = () => number;

/** Makes a part of a value. */
export type MakePart = (schema: MockSchema) => unknown;

/** The maximum number of items in a list, if neither its schema nor the call sets one. */
export const MAX_ITEMS = 5;

/** From this depth on only required parts are made, so that recursive schemas end. */
export const MAX_DEPTH = 5;

export function isSparse({ depth }: GenerationContext): boolean {
  return depth >= MAX_DEPTH;
}
