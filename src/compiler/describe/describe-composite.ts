import type * as z from 'zod';
import { isSchema } from '../../definition/inner-schemas.js';
import type { Schema } from '../../definition/schema.js';
import { joinNotes, omitAbsent } from '../schema/annotate-shape.js';
import { type PropertyShape, type Shape, type Side, unsupported } from '../schema/shape.js';
import { readJson } from './describe-annotations.js';
import { listPatterns } from './describe-checks.js';
import { isOptionalOn, mayBeUndefined } from './is-optional.js';
import { listNotes } from './list-notes.js';
import { printWords } from './print-pattern.js';
import { type AnyDef, defOf, idOf, metaOf, type SchemaMeta } from './zod-schema.js';

type Describe = (schema: Schema) => Shape;

/** The shape of a schema that other schemas are inside of, which `describe` describes. */
export function describeComposite(def: AnyDef, side: Side, describe: Describe): Shape {
  switch (def.type) {
    case 'array':
      return { kind: 'array', element: describeElement(def.element, side, describe) };
    case 'set': {
      const element = describeElement(def.valueType, side, describe);
      // A caller may say an item twice. What is sent has none twice, where items are not lists, objects or dates, nor both
      // null and undefined, which is sent as null.
      const isUnique = side === 'output' && isPrimitive(def.valueType) && !mayBeUndefined(def.valueType);
      return { kind: 'set', element, ...(isUnique && { isUnique }) };
    }
    case 'tuple':
      return describeTuple(def, side, describe);
    case 'object':
      return describeObject(def, side, describe);
    case 'record':
      return describeRecord(def, side, describe);
    case 'union':
      return describeUnion(def, describe);
    case 'nullable':
      return {
        kind: 'union',
        members: [describe(def.innerType), { kind: 'leaf', leaf: 'null' }],
        form: 'nullable',
      };
    case 'intersection':
      return { kind: 'intersection', members: [describe(def.left), describe(def.right)] };
    default:
      return unsupported(`schemas of the type "${def.type}" are not supported`);
  }
}

/** The shape of what a schema wraps or passes values on to; undefined for any other. */
export function describeWrapped(schema: Schema, side: Side, describe: Describe): Shape | undefined {
  const def = defOf(schema);
  switch (def.type) {
    case 'optional':
    case 'nonoptional':
    case 'readonly':
    case 'default':
    case 'prefault':
      return describe(def.innerType);
    case 'success':
      return side === 'input' ? describe(def.innerType) : undefined;
    case 'catch':
      return makeLenient(describe(def.innerType), side);
    case 'lazy':
      return describe(def.getter());
    case 'pipe':
      if (side === 'output') return describe(def.out);
      return defOf(def.in).type === 'transform'
        ? makeLenient(describe(def.out), side, true)
        : { ...describe(def.in), ...describeWords(schema) };
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
function describeElement(schema: Schema, side: Side, describe: Describe): Shape {
  const shape = omitAbsent(describe(schema));
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

function describeTuple({ items, rest }: z.core.$ZodTupleDef, side: Side, describe: Describe): Shape {
  let required = items.length;
  while (required > 0 && mayEndBefore(items[required - 1] as Schema, side)) required--;
  const describeItem = (item: Schema) => describeElement(item, side, describe);
  return {
    kind: 'tuple',
    items: items.map(describeItem),
    required,
    ...(rest && { rest: describeItem(rest) }),
  };
}

/** What a tuple wants to be there, and lets be undefined, is there in an answer: as null. */
function mayEndBefore(item: Schema, side: Side): boolean {
  return side === 'output' ? item._zod.optout === 'optional' : isOptionalOn(side, item);
}

function describeObject({ shape, catchall }: z.core.$ZodObjectDef, side: Side, describe: Describe): Shape {
  const properties = Object.entries(shape).map(([key, field]): PropertyShape => {
    if (!isSchema(field)) return { key, shape: describe(field), isOptional: false, isDeprecated: false };
    const isOptional = isOptionalOn(side, field);
    return { key, shape: omitAbsent(describe(field)), isOptional, ...describeField(field, side) };
  });
  if (!catchall) return { kind: 'object', properties };
  const isStrict = defOf(catchall).type === 'never';
  return { kind: 'object', properties, ...(isStrict ? { isStrict } : { rest: describe(catchall) }) };
}

/** The keys that are nothing but one of their values. */
const NAMING: ReadonlySet<string> = new Set(['enum', 'literal', 'union']);

function describeRecord(def: z.core.$ZodRecordDef, side: Side, describe: Describe): Shape {
  const { keyType, valueType, mode, partial } = def as typeof def & { mode?: string; partial?: boolean };
  const value = describe(valueType);
  const { values } = keyType._zod;
  const patterns = mode === 'loose' ? listPatterns(keyType) : [];
  return {
    kind: 'record',
    key: describe(keyType),
    // The keys that a loose record does not mean hold anything.
    value: mode === 'loose' ? makeLenient(value, side) : value,
    // Keys that are few and named have to be there, each of them, unless their value may be missing.
    isPartial: values === undefined || partial === true || isOptionalOn(side, valueType),
    ...(values && { names: [...values].map(String) }),
    ...(values && NAMING.has(defOf(keyType).type) && { isNamed: true, isStrict: side === 'input' }),
    ...(patterns.length > 0 && { patterns: patterns.filter((pattern) => pattern !== undefined) }),
  };
}

function describeUnion(def: z.core.$ZodUnionDef, describe: Describe): Shape {
  const { options, inclusive, discriminator } = def as typeof def & { discriminator?: string };
  const members = options.map(describe);
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

/** The words, the examples and the deprecation of a field, said on the field itself or inside its wrappers. */
function describeField(
  field: Schema,
  side: Side,
): Pick<PropertyShape, 'description' | 'isDeprecated' | 'examples'> {
  const { layers, named } = unwrap(field, side);
  const metas = (named ? [...layers, named] : layers).map(metaOf);
  // A named schema's notes stand at its own declaration.
  const notes = idOf(field) === undefined ? listAllNotes(layers) : [];
  const description = joinNotes(findMeta(metas, 'description'), notes);
  const examples = readExamples(findMeta(metas, 'examples'));
  return {
    ...(description !== '' && { description }),
    ...(examples.length > 0 && { examples }),
    isDeprecated: findMeta(metas, 'deprecated') === true,
  };
}

/** Examples in the form that they travel in. What the author noted may be anything; what JSON cannot carry is none. */
function readExamples(noted: unknown): readonly unknown[] {
  if (!Array.isArray(noted)) return [];
  return noted.map(readJson).filter((example) => example !== undefined);
}

/** A schema and what it wraps, the outermost first, down to the first inner one with a name, which is told apart. */
function unwrap(schema: Schema, side: Side): { readonly layers: readonly Schema[]; readonly named?: Schema } {
  const layers = [schema];
  for (let inner = innerOf(schema, side); inner; inner = innerOf(inner, side)) {
    if (idOf(inner) !== undefined) return { layers, named: inner };
    layers.push(inner);
  }
  return { layers };
}

function innerOf(schema: Schema, side: Side): Schema | undefined {
  const def = defOf(schema);
  if (def.type === 'success') return undefined;
  if ('innerType' in def) return def.innerType as Schema;
  if (def.type !== 'pipe') return undefined;
  return side === 'output' || defOf(def.in).type === 'transform' ? def.out : def.in;
}

function findMeta<Key extends keyof SchemaMeta>(
  metas: readonly SchemaMeta[],
  key: Key,
): SchemaMeta[Key] | undefined {
  return metas.find((meta) => meta[key] !== undefined)?.[key];
}

/** The notes of the innermost first, each once. */
function listAllNotes(layers: readonly Schema[]): readonly string[] {
  return [...new Set(layers.map(listNotes).reverse().flat())];
}
