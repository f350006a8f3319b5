import * as z from 'zod';
import type { Schema } from '../definition/schema.js';
import type { Issue } from '../definition/word-issue.js';
import { contains, type Definition } from './inner-schemas.js';
import { isSynchronous } from './is-synchronous.js';
import { limitErrors } from './limit-errors.js';
import { createParseContext } from './parse-scope.js';

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
 * schema of another release of zod, or that cannot be compiled, stays what it is, and so does one with an intersection:
 * compiled it would be joined as zod does it, in quadratic time.
 */
function compile(schema: Schema): Schema {
  // Older releases that fit too have none.
  const { compile } = z as Partial<Pick<typeof z, 'compile'>>;
  const { major, minor, patch } = z.core.version;
  const { version } = schema._zod;
  const isOwn = version.major === major && version.minor === minor && version.patch === patch;
  const isCompiled = compile && isOwn && !z.config().jitless && !contains(schema, isIntersection);
  return isCompiled ? compile(schema) : schema;
}

function isIntersection({ type }: Definition): boolean {
  return type === 'intersection';
}
