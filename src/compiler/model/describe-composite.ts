import type * as z from 'zod';
import type { Schema } from '../../definition/schema.js';
import { describeField } from './describe-text.js';
import { isOptionalOn, mayBeUndefined } from './is-optional.js';
import type { PropertyShape, Shape } from './shape.js';
import { type AnyDef, defOf, isSchema, type Side } from './zod-schema.js';

type Visit = (schema: Schema) => Shape;

/** The shape of a schema that other schemas are inside of, which `visit` describes. */
export function describeComposite(def: AnyDef, side: Side, visit: Visit): Shape {
  switch (def.type) {
    case 'array':
      return { kind: 'array', element: describeElement(def.element, side, visit) };
    case 'set':
      return { kind: 'set', element: describeElement(def.valueType, side, visit) };
    case 'tuple':
      return describeTuple(def, side, visit);
    case 'object':
      return describeObject(def, side, visit);
    case 'record':
      return describeRecord(def, side, visit);
    case 'union':
      return { kind: 'union', members: def.options.map(visit) };
    case 'intersection':
      return { kind: 'intersection', members: [visit(def.left), visit(def.right)] };
    default:
      return describeWrapper(def, side, visit);
  }
}

/** A list has no gaps in JSON: what may be undefined is not sent, and answered as null. */
function describeElement(schema: Schema, side: Side, visit: Visit): Shape {
  const shape = omitAbsent(visit(schema));
  const isGap = side === 'output' && isSchema(schema) && mayBeUndefined(schema);
  return isGap ? { kind: 'union', members: [shape, { kind: 'leaf', leaf: 'null' }] } : shape;
}

/** What is left of a shape where something stands. */
function omitAbsent(shape: Shape): Shape {
  if (shape.kind !== 'union') return shape;
  const members = shape.members.filter(({ kind }) => kind !== 'absent');
  const [only = shape] = members;
  return members.length > 1 ? { kind: 'union', members } : only;
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
  const rest = catchall && defOf(catchall).type !== 'never' ? { rest: visit(catchall) } : {};
  return { kind: 'object', properties, ...rest };
}

function describeRecord(def: z.core.$ZodRecordDef, side: Side, visit: Visit): Shape {
  const { keyType, valueType, mode, partial } = def as typeof def & { mode?: string; partial?: boolean };
  const value = visit(valueType);
  return {
    kind: 'record',
    key: visit(keyType),
    // The keys that a loose record does not mean hold anything.
    value: mode === 'loose' ? makeLenient(value, side) : value,
    // Keys that are few and named have to be there, each of them, unless their value may be missing.
    isPartial: keyType._zod.values === undefined || partial === true || isOptionalOn(side, valueType),
  };
}

function describeWrapper(def: AnyDef, side: Side, visit: Visit): Shape {
  switch (def.type) {
    case 'nullable':
      return { kind: 'union', members: [visit(def.innerType), { kind: 'leaf', leaf: 'null' }] };
    case 'optional':
    case 'nonoptional':
    case 'readonly':
    case 'default':
    case 'prefault':
    case 'success':
      return visit(def.innerType);
    case 'catch':
      return makeLenient(visit(def.innerType), side);
    case 'lazy':
      return visit(def.getter());
    case 'pipe':
      if (side === 'output') return visit(def.out);
      return defOf(def.in).type === 'transform' ? makeLenient(visit(def.out), side, true) : visit(def.in);
    default:
      return { kind: 'unsupported', reason: `schemas of the type "${def.type}" are not supported` };
  }
}

function makeLenient(inner: Shape, side: Side, isPreprocessed = false): Shape {
  return side === 'input' ? { kind: 'lenient', inner, isPreprocessed } : inner;
}
