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

/** Describes a schema that contains other schemas, for which it calls `describe`. */
export function describeComposite(def: AnyDef, side: Side, describe: Describe): Shape {
  switch (def.type) {
    case 'array':
      return { kind: 'array', element: describeElement(def.element, side, describe) };
    case 'set': {
      const element = describeElement(def.valueType, side, describe);
      // Input may repeat an item. Output repeats none, unless items are arrays, objects or dates, or may be null as
      // well as undefined, which is sent as null.
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

/** Describes the schema that `schema` wraps or pipes values to; undefined for any other schema. */
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

/** Returns the pattern of the words that a `stringbool()` accepts. */
function describeWords(schema: Schema): Pick<Shape, 'keywords'> {
  const { truthy, falsy, case: letters } = schema._zod.bag as Partial<Record<string, unknown>>;
  if (!Array.isArray(truthy) || !Array.isArray(falsy)) return {};
  const pattern = printWords([...truthy, ...falsy], letters === 'sensitive');
  return pattern === undefined ? {} : { keywords: { pattern } };
}

function makeLenient(inner: Shape, side: Side, isPreprocessed = false): Shape {
  return side === 'input' ? { kind: 'lenient', inner, isPreprocessed } : inner;
}

/** A JSON array has no gaps: undefined items are not accepted in input, and are sent as null in output. */
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

/** Whether a tuple may end before an item. In output, a required item that may be undefined is present, as null. */
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

/** Types of key schemas that are defined by their values alone. */
const FINITE_KEY_TYPES: ReadonlySet<string> = new Set(['enum', 'literal', 'union']);

function describeRecord(def: z.core.$ZodRecordDef, side: Side, describe: Describe): Shape {
  const { keyType, valueType, mode, partial } = def as typeof def & { mode?: string; partial?: boolean };
  const value = describe(valueType);
  const { values } = keyType._zod;
  const patterns = mode === 'loose' ? listPatterns(keyType) : [];
  return {
    kind: 'record',
    key: describe(keyType),
    // In a loose record, keys that the key schema does not match may hold anything.
    value: mode === 'loose' ? makeLenient(value, side) : value,
    // Keys from a finite set are all required, unless their value may be missing.
    isPartial: values === undefined || partial === true || isOptionalOn(side, valueType),
    ...(values && { names: [...values].map(String) }),
    ...(values &&
      FINITE_KEY_TYPES.has(defOf(keyType).type) && {
        isNamed: true,
        isStrict: side === 'input' && mode !== 'loose',
      }),
    ...(patterns.length > 0 && { patterns: patterns.filter((pattern) => pattern !== undefined) }),
  };
}

function describeUnion(def: z.core.$ZodUnionDef, describe: Describe): Shape {
  const { options, inclusive, discriminator } = def as typeof def & { discriminator?: string };
  const members = options.map(describe);
  const areAllNamed = discriminator !== undefined && members.every(({ kind }) => kind === 'reference');
  const valuesOf = (option: Schema): readonly string[] =>
    [...(option._zod.propValues?.[discriminator ?? ''] ?? [])].map(String);
  return {
    kind: 'union',
    members,
    ...(inclusive === false && { isExclusive: true }),
    ...(areAllNamed && { discriminator: { propertyName: discriminator, values: options.map(valuesOf) } }),
  };
}

/** Returns the description, examples and deprecation of a field, from the field itself or from inside its wrappers. */
function describeField(
  field: Schema,
  side: Side,
): Pick<PropertyShape, 'description' | 'isDeprecated' | 'examples'> {
  const { layers, named } = unwrap(field, side);
  const metas = (named ? [...layers, named] : layers).map(metaOf);
  // A named schema's notes appear at its own declaration.
  const notes = idOf(field) === undefined ? listAllNotes(layers) : [];
  const description = joinNotes(findMeta(metas, 'description'), notes);
  const examples = readExamples(findMeta(metas, 'examples'));
  return {
    ...(description !== '' && { description }),
    ...(examples.length > 0 && { examples }),
    isDeprecated: findMeta(metas, 'deprecated') === true,
  };
}

/** Converts an author's examples to JSON, and drops those that JSON cannot represent. */
function readExamples(examples: unknown): readonly unknown[] {
  if (!Array.isArray(examples)) return [];
  return examples.map(readJson).filter((example) => example !== undefined);
}

/** Lists a schema and those inside it, outermost first, down to the first named one, which is returned apart. */
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

/** Lists the notes of all layers, innermost first, without duplicates. */
function listAllNotes(layers: readonly Schema[]): readonly string[] {
  return [...new Set(layers.map(listNotes).reverse().flat())];
}
