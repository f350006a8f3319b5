import type * as z from 'zod';
import type { Schema } from '../definition/schema.js';
import { type Definition, definitionOf, isSchema, listInnerSchemas, listSchemas } from './inner-schemas.js';
import { isSynchronous, mayBeAsynchronous } from './is-synchronous.js';
import { parseIntersection } from './join-sides.js';
import {
  checkKey,
  countErrors,
  locateItem,
  numberItems,
  numberKeys,
  tryOut,
  wordErrors,
} from './parse-limits.js';
import type { Run } from './parse-scope.js';

type Check = z.core.$ZodCheck;

interface Limit {
  (inner: Schema, isSide: boolean): Schema;
  /** What gives the schema of a lazy one: the same for all that have the same function, which may make new ones. */
  getter(getter: () => Schema, isSide: boolean): () => Schema;
}

/**
 * Gives a schema that finds what `schema` finds, but stops checking soon after the hundredth error: zod would look for
 * all of them, which for a megabyte of wrong items takes seconds and gigabytes. It is parsed with a context of
 * `createParseContext`; what is valid is never stopped. The user's schema is not changed: what holds other schemas is
 * built anew from its definition, the rest is looked at through an object that inherits from it.
 *
 * An error inside a set gets the position of its item, which zod does not tell.
 */
export function limitErrors(schema: Schema): Schema {
  const limitedSides = new Map<Schema, Schema>();
  const limitedOthers = new Map<Schema, Schema>();

  const limitSchema = (inner: Schema, isSide: boolean) => {
    const limited = isSide ? limitedSides : limitedOthers;
    const known = limited.get(inner);
    if (known) return known;
    // Until it is there, for what contains itself.
    limited.set(
      inner,
      createStandIn(inner, () => limited.get(inner) as Schema),
    );
    const created = rebuild(inner, isSide, limit);
    created._zod.run = countErrors(runOf(created), { takesTurns: takesTurns(inner), isSide });
    limited.set(inner, created);
    return created;
  };

  const getters = new Map<() => Schema, () => Schema>();
  const sideGetters = new Map<() => Schema, () => Schema>();
  const getter: Limit['getter'] = (get, isSide) => {
    const known = isSide ? sideGetters : getters;
    let made: Schema | undefined;
    const limited = known.get(get) ?? (() => (made ??= limit(get(), isSide)));
    known.set(get, limited);
    return limited;
  };
  const limit: Limit = Object.assign(limitSchema, { getter });

  return limit(schema, false);
}

/**
 * Whether only so many of a schema run at a time. One that waited for a turn would wait for those of it that are inside,
 * which wait for the same; those inside of a member of a union have turns of their own.
 */
function takesTurns(schema: Schema): boolean {
  const definition = definitionOf(schema);
  if (isTried(definition)) return !isSynchronous(schema);
  return mayBeAsynchronous(definition) && !isRecursive(schema);
}

function isRecursive(schema: Schema): boolean {
  return listInnerSchemas(schema).some((inner) => listSchemas(inner).has(schema));
}

/** A schema without checks is run by its `parse`, which zod replaces after the first one. */
function runOf({ _zod }: Schema): Run {
  return _zod.run === _zod.parse ? (payload, context) => _zod.parse(payload, context) : _zod.run;
}

/** Of these a schema inside is no part of the value. */
const LEAVES: ReadonlySet<string> = new Set(['template_literal', 'function']);
/** Where a definition holds schemas of parts of the value. The others are of the value itself. */
const PARTS: ReadonlySet<string> = new Set([
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
  // Not read: zod makes some of it when it is asked, such as a default value.
  const properties = Object.getOwnPropertyDescriptors(definition) as PropertyDescriptorMap;
  const changed = LEAVES.has(type) ? {} : changeInner(definition, properties, isSide, limit);
  const { checks = [] } = definition as { checks?: readonly Check[] };
  if (checks.some(holdsSchema)) {
    changed.checks = describeValue(
      checks.map((check) => (holdsSchema(check) ? limitCheck(check, limit) : check)),
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
  if (type === 'record') _zod.run = numberKeys(runOf(rebuilt));
  // A function without parameters looks at no messages.
  if (type === 'catch' && (definition.catchValue as () => unknown).length > 0) {
    _zod.run = wordErrors(runOf(rebuilt));
  }
  return rebuilt;
}

/** What a definition holds in the place of the schemas in it. */
function changeInner(
  definition: Definition,
  properties: PropertyDescriptorMap,
  isSide: boolean,
  limitAny: Limit,
): PropertyDescriptorMap {
  const { type } = definition;
  const place = findPlacing(definition, isSide);
  const changed: PropertyDescriptorMap = {};
  for (const [key, { value }] of Object.entries(properties)) {
    const isSameSide = type === 'intersection' || (isSide && !PARTS.has(key));
    const limit = (inner: Schema) => limitAny(inner, isSameSide);
    if (key === 'shape') changed[key] = describeValue(mapMembers(definition.shape as object, limit));
    else if (isSchema(value)) changed[key] = describeValue(place(limit(value), key));
    else if (key !== 'checks' && Array.isArray(value) && value.some(isSchema)) {
      changed[key] = describeValue(value.map((item) => (isSchema(item) ? place(limit(item), key) : item)));
    } else if (type === 'lazy' && key === 'getter')
      changed[key] = describeValue(limitAny.getter(value, isSameSide));
    // What zod remembers of the getter.
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

function holdsSchema(check: Check): check is MemberCheck {
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

/** The schema itself, with room for a `run` of its own. */
function createView(schema: Schema): Schema {
  const { _zod } = schema;
  const internals = Object.create(_zod, { run: { value: _zod.run, writable: true } });
  return Object.create(schema, { _zod: { value: internals } });
}

/** Stands for a schema that is still being built. */
function createStandIn(schema: Schema, find: () => Schema): Schema {
  const view = createView(schema);
  view._zod.run = (payload, context) => find()._zod.run(payload, context);
  return view;
}

/** How the schemas in a definition are run, by the name they have there. */
function findPlacing(definition: Definition, isSide: boolean): (inner: Schema, key: string) => Schema {
  const { type, mode } = definition;
  if (isTried(definition)) return (inner) => withRun(inner, tryOut);
  if (type === 'catch' || type === 'success') return (inner) => withRun(inner, tryOut);
  if (type === 'set') return (inner) => withRun(inner, locateItem);
  if (type !== 'record') return (inner) => inner;
  const wrap = mode === 'loose' || isSide ? tryOut : checkKey;
  return (inner, key) => (key === 'keyType' ? withRun(inner, wrap) : inner);
}

/** Whether all members of a union are tried, where a discriminator does not choose one. */
function isTried({ type, discriminator, unionFallback }: Definition): boolean {
  return type === 'union' && (discriminator === undefined || unionFallback === true);
}

function withRun(inner: Schema, wrap: (run: Run) => Run): Schema {
  const view = createView(inner);
  // Not at once: what contains itself is still being built.
  view._zod.run = wrap((payload, context) => inner._zod.run(payload, context));
  return view;
}
