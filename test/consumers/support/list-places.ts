import type * as z from 'zod';
import type { JsonSchema } from '../../schemas/support/arbitrary-of.js';

/** The places inside a value: `.key` and `[0]`, `.*` for any key, `[]` for any item. */
export interface Places {
  /** Where a type is known. */
  readonly known: ReadonlySet<string>;
  /** Where anything can stand. */
  readonly unknown: ReadonlySet<string>;
}

type Side = 'input' | 'output';
type Resolve = (reference: string) => JsonSchema;
type Walk = Generator<readonly [place: string, isKnown: boolean]>;

/** The places of a schema, told by zod itself: only `z.any()` and `z.unknown()` know no type. */
export function listPlacesOfSchema(schema: z.core.$ZodType, side: Side): Places {
  return collect(walkSchema(schema as z.core.$ZodTypes, side, '', 0));
}

/** The places of a JSON Schema: no type is known where `true`, `{}` or nothing but annotations and bounds stand. */
export function listPlacesOfJson(schema: JsonSchema, resolve: Resolve): Places {
  return collect(walkJson(schema, resolve, '', 0));
}

function collect(walk: Walk): Places {
  const places = [...walk];
  const listAll = (isKnown: boolean) =>
    new Set(places.filter((place) => place[1] === isKnown).map(([place]) => place));
  return { known: listAll(true), unknown: listAll(false) };
}

/** How far into what contains itself. */
const DEEPEST = 5;

function* walkSchema(schema: z.core.$ZodTypes, side: Side, place: string, depth: number): Walk {
  if (depth > DEEPEST) return;
  const { def } = schema._zod;
  for (const part of listAlternatives(def, side)) {
    yield* walkSchema(part as z.core.$ZodTypes, side, place, depth);
  }
  if (TRANSPARENT.has(def.type) || 'innerType' in def) return;
  yield [place, def.type !== 'any' && def.type !== 'unknown'];
  for (const [step, part] of listSchemaParts(def)) {
    yield* walkSchema(part as z.core.$ZodTypes, side, place + step, depth + 1);
  }
  // The keys that a loose record does not mean hold anything.
  if ('mode' in def && def.mode === 'loose') yield [`${place}.*`, false];
}

const TRANSPARENT = new Set(['lazy', 'union', 'intersection', 'pipe']);

/** The schemas that describe the same place. */
function listAlternatives(def: z.core.$ZodTypes['_zod']['def'], side: Side): readonly z.core.$ZodType[] {
  if ('innerType' in def) return [def.innerType as z.core.$ZodType];
  switch (def.type) {
    case 'lazy':
      return [def.getter()];
    case 'union':
      return def.options;
    case 'intersection':
      return [def.left, def.right];
    case 'pipe':
      return [side === 'output' || typeOf(def.in) === 'transform' ? def.out : def.in];
    default:
      return [];
  }
}

type Parts = readonly (readonly [step: string, part: z.core.$ZodType])[];

function listSchemaParts(def: z.core.$ZodTypes['_zod']['def']): Parts {
  switch (def.type) {
    case 'array':
      return [['[]', def.element]];
    case 'set':
      return [['[]', def.valueType]];
    case 'tuple': {
      const items = def.items.map((item, index) => [`[${index}]`, item] as const);
      return def.rest ? [...items, ['[]', def.rest]] : items;
    }
    case 'object': {
      const properties = Object.entries(def.shape).map(([key, part]) => [`.${key}`, part] as const);
      return def.catchall && typeOf(def.catchall) !== 'never'
        ? [...properties, ['.*', def.catchall]]
        : properties;
    }
    case 'record':
      return [...(def.keyType._zod.values ?? ['*'])].map((key) => [`.${String(key)}`, def.valueType]);
    default:
      return [];
  }
}

function typeOf(schema: z.core.$ZodType): string {
  return (schema as z.core.$ZodTypes)._zod.def.type;
}

const TYPING = ['type', 'enum', 'const', 'not'];

function* walkJson(schema: JsonSchema | boolean, resolve: Resolve, place: string, depth: number): Walk {
  if (depth > DEEPEST || schema === false) return;
  if (schema === true) return yield [place, false];
  const { $ref, anyOf, oneOf, allOf } = schema;
  if (typeof $ref === 'string') return yield* walkJson(resolve($ref), resolve, place, depth);
  const isTyped = TYPING.some((keyword) => keyword in schema);
  // Beside a type, all that `allOf` adds is bounds.
  const branches = (anyOf ?? oneOf ?? (isTyped ? [] : (allOf ?? []))) as readonly JsonSchema[];
  if (isTyped || branches.length === 0) yield [place, isTyped];
  for (const branch of branches) yield* walkJson(branch, resolve, place, depth);
  for (const [step, part] of listJsonParts(schema)) yield* walkJson(part, resolve, place + step, depth + 1);
}

function listJsonParts(schema: JsonSchema): readonly (readonly [step: string, part: JsonSchema | boolean])[] {
  const { type, prefixItems = [], items, maxItems, additionalProperties } = schema;
  const heads = (prefixItems as readonly JsonSchema[]).map((item, index) => [`[${index}]`, item] as const);
  const isOpen = items === undefined && type === 'array' && maxItems !== heads.length;
  const rest = isOpen ? true : (items as JsonSchema | undefined);
  const keys = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const patterns = Object.values((schema.patternProperties ?? {}) as Record<string, JsonSchema>);
  const others = additionalProperties as JsonSchema | boolean | undefined;
  return [
    ...heads,
    ...(rest === undefined ? [] : [['[]', rest] as const]),
    ...keys.map(([key, part]) => [`.${key}`, part] as const),
    ...patterns.map((part) => ['.*', part] as const),
    ...(others === undefined ? [] : [['.*', others] as const]),
  ];
}
