import * as z from 'zod';
import { definitionOf, listInnerSchemas } from './inner-schemas.js';
import { limitErrors } from './limit-errors.js';
import { createParseContext } from './parse-limits.js';
import type { Schema } from './schema.js';
import type { Issue } from './word-issue.js';

/**
 * What a schema says to a value. The issues have no messages yet, since most of many are never told: `wordIssue` words
 * one. There are few more than a hundred: checking stops soon after that many (`limitErrors`).
 */
export type Parsed =
  | { readonly success: true; readonly data: unknown; readonly issues?: undefined }
  | { readonly success: false; readonly issues: readonly Issue[]; readonly data?: undefined };

/** Parses by one schema: at once where nothing in it can be asynchronous. */
export type Parse = (value: unknown) => Parsed | Promise<Parsed>;

const known = new WeakMap<Schema, Parse>();

/**
 * Prepares the parse of a schema. zod compiles a schema for synchronous parsing only; it is decided beforehand, not
 * tried, so that no refinement runs twice.
 */
export function prepareParse(schema: Schema): Parse {
  const before = known.get(schema);
  if (before) return before;
  const parse = isSynchronous(schema) ? parseNow(schema) : parseLater(schema);
  known.set(schema, parse);
  return parse;
}

/**
 * Not zod's `safeParse`: its failure has a getter of its own, for which V8 makes a hidden class each time; those live
 * until the next full collection, and so does all that a refused request held.
 */
function parseNow(schema: Schema): Parse {
  let limited: Schema | undefined;
  let compiled: Schema | undefined;
  return (value) => {
    limited ??= limitErrors(schema);
    const payload = (compiled ?? limited)._zod.run({ value, issues: [] }, createParseContext(false));
    if (payload instanceof Promise) throw new z.core.$ZodAsyncError();
    // Not before: with the first parse zod takes out of a schema what looks for recursion where there can be none, and
    // what is compiled earlier asks for it at every refusal.
    compiled ??= compile(limited);
    return conclude(payload);
  };
}

function parseLater(schema: Schema): Parse {
  let limited: Schema | undefined;
  return async (value) => {
    limited ??= limitErrors(schema);
    return conclude(await limited._zod.run({ value, issues: [] }, createParseContext(true)));
  };
}

function conclude({ value, issues }: z.core.ParsePayload): Parsed {
  return issues.length === 0 ? { success: true, data: value } : { success: false, issues };
}

/**
 * zod's own compiled form, which takes what is valid at a tenth of the price and asks zod about everything else. A
 * schema of another release of zod, or that cannot be compiled, stays what it is.
 */
function compile(schema: Schema): Schema {
  // Older releases that fit too have none.
  const { compile } = z as Partial<Pick<typeof z, 'compile'>>;
  const { major, minor, patch } = z.core.version;
  const { version } = schema._zod;
  const isOwn = version.major === major && version.minor === minor && version.patch === patch;
  return compile && isOwn && !z.config().jitless ? compile(schema) : schema;
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
