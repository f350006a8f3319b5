import * as z from 'zod';
import { definitionOf, listInnerSchemas } from './inner-schemas.js';
import type { Schema } from './schema.js';

export interface Params {
  /** Words the issues. */
  readonly error?: z.core.$ZodErrorMap | undefined;
  /** Whether issues hold the values that are at fault. */
  readonly reportInput?: boolean;
}

/** As zod says it, but with no error around the issues: most are told to a caller, and nobody looks at their stack. */
export type Parsed =
  | { readonly success: true; readonly data: unknown; readonly error?: undefined }
  | { readonly success: false; readonly error: Issues; readonly data?: undefined };

interface Issues {
  readonly issues: readonly z.core.$ZodIssue[];
}

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
  const parse = isSynchronous(schema) ? parseNow(schema) : parseLater(schema);
  known.set(schema, parse);
  return parse;
}

/**
 * Not zod's `safeParse`: its failure has a getter of its own, for which V8 makes a hidden class each time; those live
 * until the next full collection, and so does all that a refused request held.
 */
function parseNow(schema: Schema): Parse {
  let compiled: Schema | undefined;
  return (value, params) => {
    const context = createContext(params, false);
    const payload = (compiled ?? schema)._zod.run({ value, issues: [] }, context);
    if (payload instanceof Promise) throw new z.core.$ZodAsyncError();
    // Not before: with the first parse zod takes out of a schema what looks for recursion where there can be none, and
    // what is compiled earlier asks for it at every refusal.
    compiled ??= compile(schema);
    return conclude(payload, context);
  };
}

function parseLater({ _zod }: Schema): Parse {
  return async (value, params) => {
    const context = createContext(params, true);
    return conclude(await _zod.run({ value, issues: [] }, context), context);
  };
}

/** Where zod notes that the compiled form did not take a value: cheaper where the context has the place from the start. */
const FALLBACK = Symbol.for('zod.compile.fallback');

/** Not a copy with something added: each of those has a life until the next full collection, in V8. */
function createContext(
  { error, reportInput = false }: Params = {},
  async: boolean,
): z.core.ParseContextInternal {
  const context = { async, reportInput, [FALLBACK]: false, error };
  return context as z.core.ParseContextInternal;
}

/** The messages are those of `safeParse`: zod's own function finds them. */
function conclude({ value, issues }: z.core.ParsePayload, context: z.core.ParseContextInternal): Parsed {
  if (issues.length === 0) return { success: true, data: value };
  const config = z.config();
  return {
    success: false,
    error: { issues: issues.map((issue) => z.core.util.finalizeIssue(issue, context, config)) },
  };
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
