import type { JsonSchema } from '../../model/json-schema.js';
import { REFERENCE_PREFIX } from '../../model/json-schema.js';
import { annotate, joinNotes } from './annotate-shape.js';
import { foldIntersection, isBare } from './fold-intersection.js';
import type { Keywords, LeafKind, ObjectShape, RecordShape, SchemaKey, Shape, UnionShape } from './shape.js';
import { listForms } from './walk-shape.js';

/** Looks up the names and shapes of named schemas. */
export interface NamedShapeLookup {
  /** Returns the name by which a schema is referred to. */
  nameOf(schema: SchemaKey): string;
  shapeOf(schema: SchemaKey): Shape;
  /** Whether the shape is inside an intersection that is printed without references to strict schemas. */
  readonly isLoosened?: boolean;
}

type Json = Record<string, unknown>;

/** Prints the JSON Schema of a shape as zod does, and adds dates, bigints, sets and discriminators. */
export function printJsonSchema(shape: Shape, lookup: NamedShapeLookup): JsonSchema {
  const json = printUncompacted(shape, lookup);
  if (shape.kind !== 'union' || shape.form !== 'item') compactTypes(json);
  return json;
}

/** Keywords of surrounding schemas come before a shape's own keywords, and win. */
function printUncompacted(shape: Shape, lookup: NamedShapeLookup): Json {
  const { notes, kind } = shape;
  const before =
    kind === 'reference' ? omitRepeated(shape.before, lookup.shapeOf(shape.schema)) : shape.before;
  const json: Json = { ...before, ...printOwn(shape, lookup), ...before };
  for (const keyword of Object.keys(json)) if (json[keyword] === undefined) delete json[keyword];
  if (notes) json.description = joinNotes(descriptionOf(shape.before) ?? descriptionOf(json), notes);
  return json;
}

/** Drops keywords beside a reference that the named schema already has. */
function omitRepeated(before: Keywords = {}, named: Shape): Keywords {
  const type = named.kind === 'leaf' ? LEAVES[named.leaf] : {};
  const own: Keywords = {
    ...named.before,
    ...type,
    ...named.keywords,
    ...named.meta,
    ...named.before,
  };
  const entries = Object.entries(before);
  return Object.fromEntries(
    entries.filter(([keyword, value]) => JSON.stringify(own[keyword]) !== JSON.stringify(value)),
  );
}

function descriptionOf(keywords: Keywords = {}): string | undefined {
  return typeof keywords.description === 'string' ? keywords.description : undefined;
}

const LEAVES: Readonly<Record<LeafKind, Keywords>> = {
  string: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date-time' },
  bigint: { type: 'string', pattern: '^-?(?:0|[1-9]\\d*)$' },
  null: { type: 'null' },
  any: {},
  never: { not: {} },
};

/** Tools recognize a file by its format; its media types are in the `encoding` of the form. */
const BYTES: Keywords = { type: 'string', format: 'binary' };

function printOwn(shape: Shape, lookup: NamedShapeLookup): Keywords {
  const { kind, keywords, meta, custom } = shape;
  if (custom) return { ...custom, ...meta };
  const print = (part: Shape): JsonSchema => printJsonSchema(part, lookup);
  switch (kind) {
    case 'leaf': {
      const isFilledIn = shape.leaf === 'date' || shape.leaf === 'bigint';
      return { ...(isFilledIn && meta), ...LEAVES[shape.leaf], ...keywords, ...(!isFilledIn && meta) };
    }
    case 'literal':
      return { ...printLiteral(shape), ...meta };
    case 'array':
      return { ...keywords, type: 'array', items: print(shape.element), ...meta };
    case 'set':
      return {
        ...meta,
        type: 'array',
        items: print(shape.element),
        ...keywords,
        ...(shape.isUnique && { uniqueItems: true }),
      };
    case 'tuple':
      return { ...printTuple(shape, print), ...keywords, ...meta };
    case 'object':
      return { ...printObject(shape, print), ...meta };
    case 'record':
      return printRecord(shape, meta, print);
    case 'union':
      return printUnion(shape, meta, print);
    case 'intersection': {
      const members = listMembers(shape);
      const [folded] = members;
      if (folded && members.length === 1) return { ...meta, ...printOwn(folded, lookup) };
      const resolve = (schema: SchemaKey) => lookup.shapeOf(schema);
      const objects = members.map((member) => listForms(member, resolve).filter(hasKeys));
      // Below it references stay, or a schema that contains itself would be printed without end.
      const isLoosened = !lookup.isLoosened && objects.every(({ length }) => length > 0);
      if (!isLoosened) return { allOf: members.map(print), ...meta };
      const within = { ...lookup, isLoosened };
      return {
        allOf: members.map((member) => printJsonSchema(loosen(member, resolve), within)),
        ...(objects.flat().every(isStrict) && { unevaluatedProperties: false }),
        ...meta,
      };
    }
    case 'lenient':
      return { ...print(shape.inner), ...meta };
    case 'reference':
      return { $ref: REFERENCE_PREFIX + lookup.nameOf(shape.schema) };
    case 'file':
      return { ...BYTES, ...keywords, ...meta };
    case 'absent':
      return { ...meta, not: {} };
    case 'unsupported':
      return { ...meta };
  }
}

type Print = (shape: Shape) => JsonSchema;

function printLiteral({ values, isEnum }: Extract<Shape, { kind: 'literal' }>): Keywords {
  const [only] = values;
  if (only === undefined) return { not: {} };
  const types = [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))];
  const type = types.length === 1 && { type: types[0] };
  return { ...type, ...(isEnum || values.length > 1 ? { enum: values } : { const: only }) };
}

/**
 * A tuple without a rest states its length. `items: false` beside `prefixItems` would repeat that, and tools without
 * `prefixItems` (JSON Schema up to 2019-09) would read an empty list. An empty `prefixItems` is invalid.
 */
function printTuple({ items, required, rest }: Extract<Shape, { kind: 'tuple' }>, print: Print): Keywords {
  return {
    type: 'array',
    ...(items.length > 0 && { prefixItems: items.map(print) }),
    ...(rest && { items: print(rest) }),
    ...(required > 0 && { minItems: required }),
    ...(!rest && { maxItems: items.length }),
  };
}

/** Undeclared keys are stripped unless they are rejected, so consumers need not reject them. */
function printObject({ properties, rest, isStrict }: ObjectShape, print: Print): Keywords {
  const required = properties.flatMap(({ key, isOptional }) => (isOptional ? [] : [key]));
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(({ key, shape }) => [key, print(shape)])),
    ...(required.length > 0 && { required }),
    ...(isStrict ? { additionalProperties: false } : rest && { additionalProperties: print(rest) }),
  };
}

/** Prints a union of literals as one `enum`, and adds the discriminator of a union of named schemas. */
function printUnion(shape: Shape & UnionShape, meta: Keywords | undefined, print: Print): Keywords {
  const { form, isExclusive, discriminator, members: all } = shape;
  if (!form && !isExclusive) {
    // An absent value has no JSON.
    const present = all.filter((member) => !isNothing(member));
    const values = present.map(listLiterals);
    if (values.length > 0 && !values.includes(undefined)) {
      return {
        ...meta,
        ...printLiteral({ kind: 'literal', values: [...new Set(values.flat())] as Literals, isEnum: true }),
      };
    }
    const [only, ...others] = present;
    if (only && others.length === 0) return { ...meta, ...print(only), ...meta };
    if (only && present.length < all.length) return { ...meta, anyOf: present.map(print) };
  }
  const members = all.map(print);
  // In an intersection, strict members are not references.
  const isNamed = all.every(({ kind }) => kind === 'reference');
  const mapping =
    isNamed &&
    discriminator?.values.flatMap((values, index) => values.map((value) => [value, members[index]?.$ref]));
  return {
    [isExclusive ? 'oneOf' : 'anyOf']: members,
    ...meta,
    ...(mapping && {
      discriminator: { propertyName: discriminator?.propertyName, mapping: Object.fromEntries(mapping) },
    }),
  };
}

type Literals = Extract<Shape, { kind: 'literal' }>['values'];

/** Returns the values of a member that is only literals or null. */
function listLiterals(shape: Shape): Literals | undefined {
  if (!isBare(shape)) return undefined;
  if (shape.kind === 'literal') return shape.values;
  return shape.kind === 'leaf' && shape.leaf === 'null' ? [null] : undefined;
}

function isNothing(shape: Shape): boolean {
  const isNever = shape.kind === 'absent' || (shape.kind === 'leaf' && shape.leaf === 'never');
  return isNever && isBare(shape);
}

/** Folds objects into one shape. A nested intersection without annotations is flattened. */
function listMembers({ members, isFolded }: Extract<Shape, { kind: 'intersection' }>): readonly Shape[] {
  if (isFolded) return members;
  const flat = members.flatMap((member) =>
    member.kind === 'intersection' && isBare(member) ? listMembers(member) : [member],
  );
  const folded = foldIntersection(flat);
  return folded ? [folded] : flat;
}

/** Whether a value may be an object. */
function hasKeys(form: Shape): boolean {
  return form.kind === 'object' || form.kind === 'record' || (form.kind === 'leaf' && form.leaf === 'any');
}

function isStrict(form: Shape): boolean {
  return (form.kind === 'object' || form.kind === 'record') && form.isStrict === true;
}

/**
 * Returns a member of an intersection that accepts undeclared keys: zod rejects a key only if all members do. A strict
 * named schema is no longer a reference.
 */
function loosen(shape: Shape, resolve: (schema: SchemaKey) => Shape): Shape {
  switch (shape.kind) {
    case 'object':
    case 'record':
      return { ...shape, isStrict: false };
    case 'lenient':
      return { ...shape, inner: loosen(shape.inner, resolve) };
    case 'union':
    case 'intersection':
      return { ...shape, members: shape.members.map((member) => loosen(member, resolve)) };
    case 'reference':
      return listForms(shape, resolve).some(isStrict)
        ? annotate(loosen(resolve(shape.schema), resolve), shape.before, shape.notes)
        : shape;
    default:
      return shape;
  }
}

/**
 * Prints an `anyOf` of plain types as a list of types, `["string", "null"]`, as zod does: most tools display nullable
 * values best this way.
 */
function compactTypes(json: Json): void {
  const { anyOf } = json;
  if (!Array.isArray(anyOf) || anyOf.length === 0 || json.type !== undefined) return;
  if (!anyOf.every((member) => Object.keys(member).length === 1 && member.type !== undefined)) return;
  const types = [...new Set(anyOf.flatMap(({ type }) => type))];
  delete json.anyOf;
  json.type = types.length === 1 ? types[0] : types;
}

/**
 * Prints the JSON Schema of a record. With few keys, it lists each of them like an object; with any keys, it lists
 * none; the keys of a loose record are patterns, beside which anything is allowed.
 */
function printRecord(
  { key, value, isPartial, names = [], isNamed, patterns, isStrict }: RecordShape,
  meta: Keywords | undefined,
  print: (shape: Shape) => JsonSchema,
): Keywords {
  const valueSchema = print(value);
  const required = !isPartial && names.length > 0 && { required: names };
  // Most tools see only an index signature in a record with named keys, and none detect a missing key.
  if (isNamed) {
    return {
      type: 'object',
      ...meta,
      properties: Object.fromEntries(names.map((name) => [name, valueSchema])),
      ...required,
      ...(isStrict && { additionalProperties: false }),
    };
  }
  if (patterns) {
    const patternProperties = Object.fromEntries(patterns.map((pattern) => [pattern, valueSchema]));
    return {
      type: 'object',
      ...(patterns.length > 0 && { patternProperties }),
      ...required,
      ...meta,
      // Explicit, since tools assume that the patterns are complete.
      additionalProperties: {},
    };
  }
  const propertyNames = print(toKey(key));
  const isAnyText = JSON.stringify(propertyNames) === '{"type":"string"}';
  return {
    type: 'object',
    ...(!isAnyText && { propertyNames }),
    additionalProperties: valueSchema,
    ...required,
    ...meta,
  };
}

/** Converts a key to text: a number becomes a pattern of the texts that parse as one. */
function toKey(shape: Shape): Shape {
  if (shape.kind === 'union') return { ...shape, members: shape.members.map(toKey) };
  if (shape.kind === 'literal') return { ...shape, values: shape.values.map(printNumber) };
  if (shape.kind !== 'leaf' || shape.leaf !== 'number') return shape;
  const pattern = shape.keywords?.type === 'integer' ? '^-?\\d+$' : '^-?\\d+(?:\\.\\d+)?$';
  return { ...shape, leaf: 'string', keywords: { pattern } };
}

function printNumber<Value>(value: Value): Value | string {
  return typeof value === 'number' ? String(value) : value;
}
