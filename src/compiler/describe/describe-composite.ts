import type * as z from 'zod';
import type { Schema } from '../../definition/schema.js';
import { omitAbsent } from '../schema/annotate-shape.js';
import type { PropertyShape, Shape } from '../schema/shape.js';
import type { Side } from '../schema/side.js';
import { listPatterns } from './describe-checks.js';
import { describeField } from './describe-text.js';
import { isOptionalOn, mayBeUndefined } from './is-optional.js';
import { printWords } from './print-pattern.js';
import { type AnyDef, defOf, isSchema } from './zod-schema.js';

type Visit = (schema: Schema) => Shape;

/** The shape of a schema that other schemas are inside of, which `visit` describes. */
export function describeComposite(def: AnyDef, side: Side, visit: Visit): Shape {
  switch (def.type) {
    case 'array':
      return { kind: 'array', element: describeElement(def.element, side, visit) };
    case 'set': {
      const element = describeElement(def.valueType, side, visit);
      // A caller may say an item twice. What is sent has none twice, where items are not lists, objects or dates, nor both
      // null and undefined, which is sent as null.
      const isUnique = side === 'output' && isPrimitive(def.valueType) && !mayBeUndefined(def.valueType);
      return { kind: 'set', element, ...(isUnique && { isUnique }) };
    }
    case 'tuple':
      return describeTuple(def, side, visit);
    case 'object':
      return describeObject(def, side, visit);
    case 'record':
      return describeRecord(def, side, visit);
    case 'union':
      return describeUnion(def, visit);
    case 'nullable':
      return {
        kind: 'union',
        members: [visit(def.innerType), { kind: 'leaf', leaf: 'null' }],
        form: 'nullable',
      };
    case 'intersection':
      return { kind: 'intersection', members: [visit(def.left), visit(def.right)] };
    default:
      return { kind: 'unsupported', reason: `schemas of the type "${def.type}" are not supported` };
  }
}

/** The shape of what a schema wraps or passes values on to; undefined for any other. */
export function describeWrapped(schema: Schema, side: Side, visit: Visit): Shape | undefined {
  const def = defOf(schema);
  switch (def.type) {
    case 'optional':
    case 'nonoptional':
    case 'readonly':
    case 'default':
    case 'prefault':
      return visit(def.innerType);
    case 'success':
      return side === 'input' ? visit(def.innerType) : undefined;
    case 'catch':
      return makeLenient(visit(def.innerType), side);
    case 'lazy':
      return visit(def.getter());
    case 'pipe':
      if (side === 'output') return visit(def.out);
      return defOf(def.in).type === 'transform'
        ? makeLenient(visit(def.out), side, true)
        : { ...visit(def.in), ...describeWords(schema) };
    default:
      return undefined;
  }
}

/** A `stringbool()` keeps the words that it takes. */
function describeWords(schema: Schema): Pick<Shape, 'keywords'> {
  const { truthy, falsy, case: letters } = schema._zod.bag as Partial<Record<string, unknown>>;
  if (!Array.isArray(truthy) || !Array.isArray(falsy)) return {};
  const pattern = printWords([...truthy, ...falsy], letters === 'sensitive');
  return pattern === undefined ? {} : { keywords: { pattern } };
}

function makeLenient(inner: Shape, side: Side, isPreprocessed = false): Shape {
  return side === 'input' ? { kind: 'lenient', inner, isPreprocessed } : inner;
}

/** A list has no gaps in JSON: what may be undefined is not sent, and answered as null. */
function describeElement(schema: Schema, side: Side, visit: Visit): Shape {
  const shape = omitAbsent(visit(schema));
  const isGap = side === 'output' && isSchema(schema) && mayBeUndefined(schema);
  return isGap ? { kind: 'union', members: [shape, { kind: 'leaf', leaf: 'null' }], form: 'item' } : shape;
}

const PRIMITIVES = new Set('string number bigint boolean null enum literal template_literal'.split(' '));

function isPrimitive(schema: Schema): boolean {
  const def = defOf(schema);
  if ('innerType' in def) return isPrimitive(def.innerType as Schema);
  if (def.type === 'union') return def.options.every(isPrimitive);
  return PRIMITIVES.has(def.type);
}

function describeTuple({ items, rest }: z.core.$ZodTupleDef, side: Side, visit: Visit): Shape {
  let required = items.length;
  while (required > 0 && mayEndBefore(items[required - 1] as Schema, side)) required--;
  const describe = (item: Schema) => describeElement(item, side, visit);
  return { kind: 'tuple', items: items.map(describe), required, ...(rest && { rest: describe(rest) }) };
}

/** What a tuple wants to be there, and lets be undefined, is there in an answer: as null. */
function mayEndBefore(item: Schema, side: Side): boolean {
  return side === 'output' ? item._zod.optout === 'optional' : isOptionalOn(side, item);
}

function describeObject({ shape, catchall }: z.core.$ZodObjectDef, side: Side, visit: Visit): Shape {
  const properties = Object.entries(shape).map(([key, field]): PropertyShape => {
    if (!isSchema(field)) return { key, shape: visit(field), isOptional: false, isDeprecated: false };
    const isOptional = isOptionalOn(side, field);
    return { key, shape: omitAbsent(visit(field)), isOptional, ...describeField(field, side) };
  });
  if (!catchall) return { kind: 'object', properties };
  const isStrict = defOf(catchall).type === 'never';
  return { kind: 'object', properties, ...(isStrict ? { isStrict } : { rest: visit(catchall) }) };
}

/** The keys that are nothing but one of their values. */
const NAMING: ReadonlySet<string> = new Set(['enum', 'literal', 'union']);

function describeRecord(def: z.core.$ZodRecordDef, side: Side, visit: Visit): Shape {
  const { keyType, valueType, mode, partial } = def as typeof def & { mode?: string; partial?: boolean };
  const value = visit(valueType);
  const { values } = keyType._zod;
  const patterns = mode === 'loose' ? listPatterns(keyType) : [];
  return {
    kind: 'record',
    key: visit(keyType),
    // The keys that a loose record does not mean hold anything.
    value: mode === 'loose' ? makeLenient(value, side) : value,
    // Keys that are few and named have to be there, each of them, unless their value may be missing.
    isPartial: values === undefined || partial === true || isOptionalOn(side, valueType),
    ...(values && { names: [...values].map(String) }),
    ...(values && NAMING.has(defOf(keyType).type) && { isNamed: true, isStrict: side === 'input' }),
    ...(patterns.length > 0 && { patterns: patterns.filter((pattern) => pattern !== undefined) }),
  };
}

function describeUnion(def: z.core.$ZodUnionDef, visit: Visit): Shape {
  const { options, inclusive, discriminator } = def as typeof def & { discriminator?: string };
  const members = options.map(visit);
  const isEachNamed = discriminator !== undefined && members.every(({ kind }) => kind === 'reference');
  const valuesOf = (option: Schema): readonly string[] =>
    [...(option._zod.propValues?.[discriminator ?? ''] ?? [])].map(String);
  return {
    kind: 'union',
    members,
    ...(inclusive === false && { isExclusive: true }),
    ...(isEachNamed && { discriminator: { propertyName: discriminator, values: options.map(valuesOf) } }),
  };
}
