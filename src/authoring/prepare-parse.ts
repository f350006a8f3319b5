import * as z from 'zod';
import type { Issue } from '../definition/format-issue.js';
import { contains, type Definition, isSchema } from '../definition/inner-schemas.js';
import type { Schema } from '../definition/schema.js';
import { isSynchronous } from './is-synchronous.js';
import { limitErrors } from './limit-errors.js';
import { createParseContext } from './parse-scope.js';

/**
 * The result of a parse. Issues have no messages, because most are never shown; `formatIssue` creates one. There are
 * barely more than a hundred issues, because checking stops soon after that (`limitErrors`).
 */
export type Parsed =
  | { readonly success: true; readonly data: unknown; readonly issues?: undefined }
  | { readonly success: false; readonly issues: readonly Issue[]; readonly data?: undefined };

/** Parses a value by one schema, synchronously unless the schema may be asynchronous. */
export type Parse = (value: unknown) => Parsed | Promise<Parsed>;

const cache = new WeakMap<Schema, Parse>();

/** Prepares the parse of a schema. Deciding in advance whether it is synchronous avoids running a refinement twice. */
export function prepareParse(schema: Schema): Parse {
  const cached = cache.get(schema);
  if (cached) return cached;
  const parse = isSynchronous(schema) ? createSyncParse(schema) : createAsyncParse(schema);
  cache.set(schema, parse);
  return parse;
}

/**
 * Avoids zod's `safeParse`, which defines a getter on each failure: V8 creates a hidden class for each of them, which
 * keeps the rejected request alive until the next full garbage collection.
 */
function createSyncParse(schema: Schema): Parse {
  let limited: Schema | undefined;
  let compiled: Schema | undefined;
  return (value) => {
    limited ??= limitErrors(schema);
    const payload = (compiled ?? limited)._zod.run({ value, issues: [] }, createParseContext(false));
    if (payload instanceof Promise) throw new z.core.$ZodAsyncError();
    // After the first parse, when zod has removed the recursion check from schemas that cannot recurse.
    compiled ??= compile(limited);
    return toParsed(payload);
  };
}

function createAsyncParse(schema: Schema): Parse {
  let limited: Schema | undefined;
  return async (value) => {
    limited ??= limitErrors(schema);
    return toParsed(await limited._zod.run({ value, issues: [] }, createParseContext(true)));
  };
}

function toParsed({ value, issues }: z.core.ParsePayload): Parsed {
  return issues.length === 0 ? { success: true, data: value } : { success: false, issues };
}

/**
 * Returns zod's compiled form, which accepts valid values at a tenth of the cost and falls back to zod for others.
 * Schemas of another zod release stay uncompiled, and so do schemas with an intersection, which the compiled form
 * merges in quadratic time.
 */
function compile(schema: Schema): Schema {
  // Older supported releases have no `compile`.
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

const ownCache = new WeakMap<Schema, Parse>();

/**
 * Prepares a parse that reads own properties only. zod also reads inherited ones and would find `Object` for a missing
 * `constructor`. Schemas without such keys are parsed as by `prepareParse`, without copying the value.
 */
export function prepareOwnParse(schema: Schema): Parse {
  const cached = ownCache.get(schema);
  if (cached) return cached;
  const plain = prepareParse(schema);
  const parse: Parse = contains(schema, declaresInheritedKey)
    ? (value) => plain(withoutPrototypes(value))
    : plain;
  ownCache.set(schema, parse);
  return parse;
}

function declaresInheritedKey({ shape, keyType }: Definition): boolean {
  const keys = [
    ...Object.keys((shape as object | undefined) ?? {}),
    ...(isSchema(keyType) ? (keyType._zod.values ?? []) : []),
  ];
  return keys.some((key) => key !== null && key !== undefined && (key as PropertyKey) in Object.prototype);
}

/**
 * The value with plain objects replaced by copies without a prototype, at any depth. Instances of classes are kept.
 */
function withoutPrototypes(value: unknown, copies: Map<object, unknown> = new Map()): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    copies.set(value, list);
    for (const item of value) list.push(withoutPrototypes(item, copies));
    return list;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const copy: Record<PropertyKey, unknown> = Object.create(null);
  copies.set(value, copy);
  for (const key of Reflect.ownKeys(value)) {
    if (!Object.prototype.propertyIsEnumerable.call(value, key)) continue;
    copy[key] = withoutPrototypes((value as Record<PropertyKey, unknown>)[key], copies);
  }
  return copy;
}
