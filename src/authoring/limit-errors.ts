import { type Definition, definitionOf, isSchema } from './inner-schemas.js';
import {
  checkKey,
  checkSide,
  countErrors,
  locateItem,
  numberItems,
  type Run,
  tryOut,
  wordErrors,
} from './parse-limits.js';
import type { Schema } from './schema.js';

/**
 * Gives a schema that finds what `schema` finds, but stops checking soon after the hundredth error: zod would look for
 * all of them, which for a megabyte of wrong items takes seconds and gigabytes. It is parsed with a context that holds
 * `ParseLimits`; what is valid is never stopped. The user's schema is not changed: what holds other schemas is built
 * anew from its definition, the rest is looked at through an object that inherits from it.
 *
 * An error inside a set gets the position of its item, which zod does not tell.
 */
export function limitErrors(schema: Schema): Schema {
  const limited = new Map<Schema, Schema>();
  const underWay = new Set<Schema>();

  function limit(inner: Schema): Schema {
    const known = limited.get(inner);
    if (known) return known;
    if (underWay.has(inner)) return createLazy(inner, () => limited.get(inner) as Schema);
    underWay.add(inner);
    const created = rebuild(inner, limit);
    created._zod.run = countErrors(runOf(created));
    limited.set(inner, created);
    return created;
  }

  return limit(schema);
}

/** A schema without checks is run by its `parse`, which zod replaces after the first one. */
function runOf({ _zod }: Schema): Run {
  return _zod.run === _zod.parse ? (payload, context) => _zod.parse(payload, context) : _zod.run;
}

/** Of these a schema inside is no part of the value. */
const LEAVES: ReadonlySet<string> = new Set(['template_literal', 'function']);

function rebuild(schema: Schema, limit: (inner: Schema) => Schema): Schema {
  const definition = definitionOf(schema);
  const { type } = definition;
  if (LEAVES.has(type)) return createView(schema);
  const place = findPlacing(definition);
  // Not read: zod makes some of it when it is asked, such as a default value.
  const properties = Object.getOwnPropertyDescriptors(definition) as PropertyDescriptorMap;
  const changed: PropertyDescriptorMap = {};
  for (const [key, { value }] of Object.entries(properties)) {
    if (key === 'shape') changed[key] = describeValue(mapMembers(definition.shape as object, limit));
    else if (isSchema(value)) changed[key] = describeValue(place(limit(value), key));
    else if (key !== 'checks' && Array.isArray(value) && value.some(isSchema)) {
      changed[key] = describeValue(value.map((item) => (isSchema(item) ? place(limit(item), key) : item)));
    } else if (type === 'lazy' && key === 'getter') changed[key] = describeValue(() => limit(value()));
    // What zod remembers of the getter.
    else if (key === '_cachedInner') changed[key] = describeValue(undefined);
  }
  if (Object.keys(changed).length === 0) return createView(schema);
  const rebuilt = new schema._zod.constr(Object.defineProperties({}, { ...properties, ...changed }) as never);
  if (type === 'set') rebuilt._zod.run = numberItems(rebuilt._zod.run);
  // A function without parameters looks at no messages.
  if (type === 'catch' && (definition.catchValue as () => unknown).length > 0) {
    rebuilt._zod.run = wordErrors(rebuilt._zod.run);
  }
  return rebuilt;
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

/** The schema itself, with room for a `run` of its own. */
function createView(schema: Schema): Schema {
  const { _zod } = schema;
  const internals = Object.create(_zod, { run: { value: _zod.run, writable: true } });
  return Object.create(schema, { _zod: { value: internals } });
}

/** Stands for a schema that contains itself, as one of the same copy of zod. */
function createLazy(schema: Schema, getter: () => Schema): Schema {
  const view = createView(schema);
  view._zod.run = (payload, context) => getter()._zod.run(payload, context);
  return view;
}

/** How the schemas in a definition are run, by the name they have there. */
function findPlacing(definition: Definition): (inner: Schema, key: string) => Schema {
  const { type, mode, discriminator, unionFallback } = definition;
  const isChosen = discriminator !== undefined && unionFallback !== true;
  if (type === 'union' && !isChosen) return (inner) => withRun(inner, tryOut);
  if (type === 'catch' || type === 'success') return (inner) => withRun(inner, tryOut);
  if (type === 'intersection') return (inner) => withRun(inner, checkSide);
  if (type === 'set') return (inner) => withRun(inner, locateItem);
  if (type !== 'record') return (inner) => inner;
  const wrap = mode === 'loose' ? tryOut : checkKey;
  return (inner, key) => (key === 'keyType' ? withRun(inner, wrap) : inner);
}

function withRun(inner: Schema, wrap: (run: Run) => Run): Schema {
  const view = createView(inner);
  // Not at once: what contains itself is still being built.
  view._zod.run = wrap((payload, context) => inner._zod.run(payload, context));
  return view;
}
