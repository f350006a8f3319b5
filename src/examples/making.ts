import type { MockSchema, MockSchemas } from './mock-schema.js';

/** The settings for making a value. */
export interface Making {
  readonly random: Random;
  /** The description's named schemas. */
  readonly schemas: MockSchemas;
  /** The number of lists and objects around the value. */
  readonly depth: number;
  /** The time before which dates are. */
  readonly nowMs: number;
  /** The maximum number of items in a list, if its schema does not limit it. */
  readonly mostItems: number;
}

/** Returns the next random number, from 0 up to but excluding 1. */
export type Random = () => number;

/** Makes a part of a value. */
export type MakePart = (schema: MockSchema) => unknown;

/** The maximum number of items in a list, if neither its schema nor the call sets one. */
export const MOST_ITEMS = 5;

/** From this depth on only required parts are made, so that recursive schemas end. */
export const DEPTH_LIMIT = 5;

export function isSparse({ depth }: Making): boolean {
  return depth >= DEPTH_LIMIT;
}
