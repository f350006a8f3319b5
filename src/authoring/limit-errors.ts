import type * as z from 'zod';
import {
  type Definition,
  definitionOf,
  isSchema,
  listInnerSchemas,
  listSchemas,
} from '../definition/inner-schemas.js';
import type { Schema } from '../definition/schema.js';
import { isSynchronous, mayBeAsynchronous } from './is-synchronous.js';
import { parseIntersection } from './parse-intersection.js';
import {
  checkKey,
  countErrors,
  countKeyErrors,
  locateItem,
  numberItems,
  runAsTrial,
  withMessages,
} from './parse-limits.js';
import type { Run } from './parse-scope.js';

type Check = z.core.$ZodCheck;

interface Limit {
  (inner: Schema, isSide: boolean): Schema;
  /** Wraps the getter of a lazy schema; the same getter, which may create new schemas, gets the same wrapper. */
  getter(getter: () => Schema, isSide: boolean): () => Schema;
}

/**
 * Returns a schema that finds the same errors but stops soon after the hundredth: zod finds all of them, which takes
 * seconds and gigabytes for a megabyte of invalid items. Parse with a context of `createParseContext`. Valid values are
 * never stopped. The user's schema is not changed: schemas with inner schemas are rebuilt from their definition, others
 * are wrapped by an object that inherits from them.
 *
 * Errors inside of a set get the index of the item, which zod omits.
 */
export function limitErrors(schema: Schema): Schema {
  const limitedSides = new Map<Schema, Schema>();
  const limitedOthers = new Map<Schema, Schema>();

  const limitSchema = (inner: Schema, isSide: boolean) => {
    const limited = isSide ? limitedSides : limitedOthers;
    const known = limited.get(inner);
    if (known) return known;
    // A stand-in for schemas that contain themselves.
    limited.set(
      inner,
      createPlaceholder(inner, () => limited.get(inner) as Schema),
    );
    const created = rebuild(inner, isSide, limit);
    created._zod.run = countErrors(runOf(created), { isLimited: isLimited(inner), isSide });
    limited.set(inner, created);
    return created;
  };

  const getters = new Map<() => Schema, () => Schema>();
  const sideGetters = new Map<() => Schema, () => Schema>();
  const getter: Limit['getter'] = (get, isSide) => {
    const known = isSide ? sideGetters : getters;
    let created: Schema | undefined;
    const limited = known.get(get) ?? (() => (created ??= limit(get(), isSide)));
    known.set(get, limited);
    return limited;
  };
  const limit: Limit = Object.assign(limitSchema, { getter });

  return limit(schema, false);
}

/**
 * Whether a semaphore limits how many parses of a schema run at a time. Recursive schemas are excluded, because an outer
 * parse would hold a permit while inner ones wait for it. Trials of union members have semaphores of their own.
 */
function isLimited(schema: Schema): boolean {
  const definition = definitionOf(schema);
  if (triesAllMembers(definition)) return !isSynchronous(schema);
  return mayBeAsynchronous(definition) && !isRecursive(schema);
}

function isRecursive(schema: Schema): boolean {
  return listInnerSchemas(schema).some((inner) => listSchemas(inner).has(schema));
}

/** The `run` of a schema. Without checks it is `parse`, which zod replaces after the first call. */
function runOf({ _zod }: Schema): Run {
  return _zod.run === _zod.parse ? (payload, context) => _zod.parse(payload, context) : _zod.run;
}

/** Types whose inner schemas do not validate parts of the value. */
const OPAQUE_TYPES: ReadonlySet<string> = new Set(['template_literal', 'function']);
/** Keys of definitions whose schemas validate parts of the value; other inner schemas validate the value itself. */
const PART_KEYS: ReadonlySet<string> = new Set([
  'shape',
  'catchall',
  'element',
  'items',
  'rest',
  'keyType',
  'valueType',
]);

function rebuild(schema: Schema, isSide: boolean, limit: Limit): Schema {
  const definition = definitionOf(schema);
  const { type } = definition;
  // Copies descriptors instead of values, because zod computes some values in getters, such as defaults.
  const properties = Object.getOwnPropertyDescriptors(definition) as PropertyDescriptorMap;
  const changed = OPAQUE_TYPES.has(type) ? {} : changeInner(definition, properties, isSide, limit);
  const { checks = [] } = definition as { checks?: readonly Check[] };
  if (checks.some(containsSchema)) {
    changed.checks = describeValue(
      checks.map((check) => (containsSchema(check) ? limitCheck(check, limit) : check)),
    );
  }
  if (Object.keys(changed).length === 0) return createView(schema);
  const rebuilt = new schema._zod.constr(Object.defineProperties({}, { ...properties, ...changed }) as never);
  const { _zod } = rebuilt;
  if (type === 'intersection') {
    const { left, right } = definitionOf(rebuilt) as unknown as z.core.$ZodIntersectionDef;
    const isUnchecked = _zod.run === _zod.parse;
    _zod.parse = parseIntersection(left as Schema, right as Schema);
    if (isUnchecked) _zod.run = _zod.parse;
  }
  if (type === 'set') _zod.run = numberItems(runOf(rebuilt));
  if (type === 'record') _zod.run = countKeyErrors(runOf(rebuilt));
  // A function without parameters reads no messages.
  if (type === 'catch' && (definition.catchValue as () => unknown).length > 0) {
    _zod.run = withMessages(runOf(rebuilt));
  }
  return rebuilt;
}

/** The changed properties of a definition: its inner schemas are replaced by limited ones. */
function changeInner(
  definition: Definition,
  properties: PropertyDescriptorMap,
  isSide: boolean,
  limitAny: Limit,
): PropertyDescriptorMap {
  const { type } = definition;
  const wrapInner = chooseInnerWrapper(definition, isSide);
  const changed: PropertyDescriptorMap = {};
  for (const [key, { value }] of Object.entries(properties)) {
    const isSameSide = type === 'intersection' || (isSide && !PART_KEYS.has(key));
    const limit = (inner: Schema) => limitAny(inner, isSameSide);
    if (key === 'shape') changed[key] = describeValue(mapMembers(definition.shape as object, limit));
    else if (isSchema(value)) changed[key] = describeValue(wrapInner(limit(value), key));
    else if (key !== 'checks' && Array.isArray(value) && value.some(isSchema)) {
      changed[key] = describeValue(
        value.map((item) => (isSchema(item) ? wrapInner(limit(item), key) : item)),
      );
    } else if (type === 'lazy' && key === 'getter')
      changed[key] = describeValue(limitAny.getter(value, isSameSide));
    // zod's cache of the getter's result.
    else if (key === '_cachedInner') changed[key] = describeValue(undefined);
  }
  return changed;
}

function describeValue(value: unknown): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true };
}

function mapMembers(shape: object, limit: (inner: Schema) => Schema): object {
  const members = Object.getOwnPropertyDescriptors(shape) as PropertyDescriptorMap;
  const limited: PropertyDescriptorMap = {};
  for (const key of Reflect.ownKeys(members)) {
    Object.defineProperty(limited, key, describeValue(describeValue(limit(members[key as string]?.value))));
  }
  return Object.defineProperties({}, limited);
}

/** A check of a member, such as `z.property()`. */
interface MemberCheck extends Check {
  readonly _zod: Check['_zod'] & {
    readonly def: { readonly schema?: Schema; readonly shape?: object };
    readonly constr: new (definition: never) => Check;
  };
}

function containsSchema(check: Check): check is MemberCheck {
  const { schema, shape } = (check as MemberCheck)._zod.def;
  return isSchema(schema) || typeof shape === 'object';
}

function limitCheck({ _zod: { def, constr } }: MemberCheck, limitAny: Limit): Check {
  const limit = (inner: Schema) => limitAny(inner, false);
  const { schema, shape } = def;
  return new constr({
    ...def,
    ...(schema && { schema: limit(schema) }),
    ...(shape && { shape: mapMembers({ ...shape }, limit) }),
  } as never);
}

/** An object that inherits from the schema and can have its own `run`. */
function createView(schema: Schema): Schema {
  const { _zod } = schema;
  const internals = Object.create(_zod, { run: { value: _zod.run, writable: true } });
  return Object.create(schema, { _zod: { value: internals } });
}

/** A stand-in for a schema that is still being built. */
function createPlaceholder(schema: Schema, find: () => Schema): Schema {
  const view = createView(schema);
  view._zod.run = (payload, context) => find()._zod.run(payload, context);
  return view;
}

/** How the inner schemas of a definition run, by their key. */
function chooseInnerWrapper(definition: Definition, isSide: boolean): (inner: Schema, key: string) => Schema {
  const { type, mode } = definition;
  if (triesAllMembers(definition)) return (inner) => withRun(inner, runAsTrial);
  if (type === 'catch' || type === 'success') return (inner) => withRun(inner, runAsTrial);
  if (type === 'set') return (inner) => withRun(inner, locateItem);
  if (type !== 'record') return (inner) => inner;
  const wrap = mode === 'loose' || isSide ? runAsTrial : checkKey;
  return (inner, key) => (key === 'keyType' ? withRun(inner, wrap) : inner);
}

/** Whether a union tries all members, because no discriminator selects one. */
function triesAllMembers({ type, discriminator, unionFallback }: Definition): boolean {
  return type === 'union' && (discriminator === undefined || unionFallback === true);
}

function withRun(inner: Schema, wrap: (run: Run) => Run): Schema {
  const view = createView(inner);
  // The run is looked up on each call, because a schema that contains itself is still being built.
  view._zod.run = wrap((payload, context) => inner._zod.run(payload, context));
  return view;
}
