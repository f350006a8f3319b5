import * as z from 'zod';
import { definitionOf, listInnerSchemas } from './inner-schemas.js';
import type { Schema } from './schema.js';

export type Params = z.core.ParseContext<z.core.$ZodIssue>;
/** As zod says it, but with no error around the issues: most are told to a caller, and nobody looks at their stack. */
export type Parsed =
  | { readonly success: true; readonly data: unknown; readonly error?: undefined }
  | { readonly success: false; readonly error: Issues; readonly data?: undefined };

class Issues {
  readonly issues: z.core.$ZodIssue[];

  constructor(issues: z.core.$ZodIssue[]) {
    this.issues = issues;
  }
}

const safeParse = z.core._safeParse(Issues as unknown as z.core.$ZodErrorClass);
const safeParseAsync = z.core._safeParseAsync(Issues as unknown as z.core.$ZodErrorClass);

/** Parses by one schema: at once where nothing in it can be asynchronous. */
export type Parse = (value: unknown, params?: Params) => Parsed | Promise<Parsed>;

const known = new WeakMap<Schema, Parse>();

/**
 * Prepares the parse of a schema. zod compiles a schema for synchronous parsing only; it is decided beforehand, not
 * tried, so that no refinement runs twice.
 */
export function prepareParse(schema: Schema): Parse {
  const before = known.get(schema);
  if (before) return before;
  const parse: Parse = isSynchronous(schema)
    ? (value, params) => safeParse(schema, value, params) as Parsed
    : (value, params) => safeParseAsync(schema, value, params) as Promise<Parsed>;
  known.set(schema, parse);
  return parse;
}

const SYNCHRONOUS_TYPES = new Set(
  (
    'string number int bigint boolean symbol date null undefined void never nan any unknown literal enum file ' +
    'template_literal object array tuple record map set union intersection optional nullable nonoptional readonly ' +
    'default prefault lazy'
  ).split(' '),
);
const SYNCHRONOUS_CHECKS = new Set(
  (
    'less_than greater_than multiple_of number_format bigint_format max_size min_size size_equals max_length ' +
    'min_length length_equals string_format mime_type overwrite describe meta'
  ).split(' '),
);

/** Whether there is nothing in a schema that could be a promise for all that zod knows: a function, mostly. */
export function isSynchronous(schema: Schema, seen: Set<Schema> = new Set()): boolean {
  if (seen.has(schema)) return true;
  seen.add(schema);
  const { type, checks = [] } = definitionOf(schema);
  const isKnown = ({ _zod }: z.core.$ZodCheck) => SYNCHRONOUS_CHECKS.has(_zod.def.check);
  return (
    SYNCHRONOUS_TYPES.has(type) &&
    (checks as readonly z.core.$ZodCheck[]).every(isKnown) &&
    listInnerSchemas(schema).every((inner) => isSynchronous(inner, seen))
  );
}
