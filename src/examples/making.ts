import type { MockSchema, MockSchemas } from './mock-schema.js';

/** What a value is made with. */
export interface Making {
  readonly random: Random;
  /** The description's named schemas. */
  readonly schemas: MockSchemas;
  /** How many lists and objects stand around the value. */
  readonly depth: number;
  /** The moment before which dates are. */
  readonly nowMs: number;
  /** How many items a list has at most, where its schema leaves that open. */
  readonly mostItems: number;
}

/** The next number of a series, from 0 up to 1. */
export type Random = () => number;

/** Makes a part of a value. */
export type MakePart = (schema: MockSchema) => unknown;

/** How many items a list has at most where neither its schema nor the call says so. */
export const MOST_ITEMS = 5;

/** From here on nothing is made that need not be, so that what contains itself comes to an end. */
export const DEPTH_LIMIT = 5;

export function isSparse({ depth }: Making): boolean {
  return depth >= DEPTH_LIMIT;
}
