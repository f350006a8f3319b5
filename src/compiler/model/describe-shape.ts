import type { Schema } from '../../authoring/schema.js';
import type { LeafKind, PropertyShape, Shape } from './shape.js';
import { type AnyDef, defOf, isSchema, metaOf, type Side } from './zod-schema.js';

/** The named and recursive schemas met so far on one side, each with its shape. */
export type NamedShapes = Map<Schema, Shape>;

/**
 * Describes one side of a schema. Schemas with an id, and those that contain themselves, are put in `named` and
 * referred to; `added` are those that were not there before. `isWhole` is false where a part is no schema at all.
 */
export function describeShape(
  schema: Schema,
  side: Side,
  named: NamedShapes,
): { readonly shape: Shape; readonly added: readonly Schema[]; readonly isWhole: boolean } {
  const walk = new Walk(side, named);
  return { shape: walk.visit(schema), added: walk.added, isWhole: walk.isWhole };
}

const LEAVES: Partial<Record<AnyDef['type'], LeafKind>> = {
  string: 'string',
  template_literal: 'string',
  number: 'number',
  bigint: 'bigint',
  boolean: 'boolean',
  date: 'date',
  null: 'null',
  any: 'any',
  unknown: 'any',
  never: 'never',
};

const UNSUPPORTED: Partial<Record<AnyDef['type'], string>> = {
  symbol: 'a symbol cannot travel',
  nan: 'NaN cannot travel as JSON',
  function: 'a function cannot travel',
  promise: 'a promise cannot travel',
  map: 'a Map cannot travel as JSON; use z.record()',
  file: 'a file cannot travel as JSON',
  custom:
    'a custom check says nothing about the type; use z.string(), z.object() and the like with .refine()',
};

class Walk {
  readonly added: Schema[] = [];
  isWhole = true;
  private readonly open = new Set<Schema>();
  private readonly recursive = new Set<Schema>();
  private readonly side: Side;
  private readonly named: NamedShapes;

  constructor(side: Side, named: NamedShapes) {
    this.side = side;
    this.named = named;
  }

  visit(schema: Schema): Shape {
    if (!isSchema(schema)) {
      this.isWhole = false;
      return { kind: 'unsupported', reason: describeNoSchema(schema) };
    }
    if (this.named.has(schema)) return { kind: 'reference', schema };
    if (this.open.has(schema)) {
      this.recursive.add(schema);
      return { kind: 'reference', schema };
    }
    this.open.add(schema);
    const shape = this.describe(schema);
    this.open.delete(schema);
    const isNamed = metaOf(schema).id !== undefined && shape.kind !== 'absent';
    if (!isNamed && !this.recursive.has(schema)) return shape;
    this.named.set(schema, shape);
    this.added.push(schema);
    return { kind: 'reference', schema };
  }

  private describe(schema: Schema): Shape {
    const def = defOf(schema);
    const leaf = LEAVES[def.type];
    if (leaf) return { kind: 'leaf', leaf };
    const reason = UNSUPPORTED[def.type];
    if (reason) return { kind: 'unsupported', reason };
    switch (def.type) {
      case 'undefined':
      case 'void':
        return { kind: 'absent' };
      case 'enum':
        return { kind: 'literal', values: listEnumValues(def.entries) };
      case 'literal':
        return describeLiteral(def.values);
      case 'success':
        return this.side === 'output' ? { kind: 'leaf', leaf: 'boolean' } : this.visit(def.innerType);
      case 'array':
        return { kind: 'array', element: this.visit(def.element) };
      case 'set':
        return { kind: 'set', element: this.visit(def.valueType) };
      case 'tuple': {
        const rest = def.rest ? { rest: this.visit(def.rest) } : {};
        const items = def.items.map((item) => this.visit(item));
        return { kind: 'tuple', items, required: this.countRequired(def.items), ...rest };
      }
      case 'object': {
        const rest =
          def.catchall && defOf(def.catchall).type !== 'never' ? { rest: this.visit(def.catchall) } : {};
        return { kind: 'object', properties: this.listProperties(def.shape), ...rest };
      }
      case 'record': {
        const value = this.visit(def.valueType);
        const isLoose = (def as { mode?: string }).mode === 'loose';
        return {
          kind: 'record',
          key: this.visit(def.keyType),
          // The keys that a loose record does not mean hold anything.
          value: isLoose ? this.lenient(value) : value,
          isPartial: !isExhaustive(def.keyType) || (def as { partial?: boolean }).partial === true,
        };
      }
      case 'union':
        return { kind: 'union', members: def.options.map((option) => this.visit(option)) };
      case 'intersection':
        return { kind: 'intersection', members: [this.visit(def.left), this.visit(def.right)] };
      case 'nullable':
        return { kind: 'union', members: [this.visit(def.innerType), { kind: 'leaf', leaf: 'null' }] };
      case 'optional':
      case 'nonoptional':
      case 'readonly':
      case 'default':
      case 'prefault':
        return this.visit(def.innerType);
      case 'catch':
        return this.lenient(this.visit(def.innerType));
      case 'lazy':
        return this.visit(def.getter());
      case 'pipe':
        if (this.side === 'output') return this.visit(def.out);
        return defOf(def.in).type === 'transform' ? this.lenient(this.visit(def.out)) : this.visit(def.in);
      case 'transform':
        return this.side === 'input'
          ? { kind: 'leaf', leaf: 'any' }
          : { kind: 'unsupported', reason: 'what a transform gives is not known; add .pipe(…) to say it' };
      default:
        return { kind: 'unsupported', reason: `schemas of the type "${def.type}" are not known` };
    }
  }

  private lenient(inner: Shape): Shape {
    return this.side === 'input' ? { kind: 'lenient', inner } : inner;
  }

  private listProperties(shape: Readonly<Record<string, Schema>>): PropertyShape[] {
    return Object.entries(shape).map(([key, field]) => {
      if (!isSchema(field)) return { key, shape: this.visit(field), isOptional: false, isDeprecated: false };
      const { description, deprecated } = describeField(field);
      return {
        key,
        shape: this.visit(field),
        isOptional: isOptionalOn(this.side, field),
        isDeprecated: deprecated === true,
        ...(description !== undefined && { description }),
      };
    });
  }

  private countRequired(items: readonly Schema[]): number {
    let required = items.length;
    while (required > 0 && isOptionalOn(this.side, items[required - 1] as Schema)) required--;
    return required;
  }
}

function describeNoSchema(value: unknown): string {
  if (value === undefined) return 'nothing stands here, as when two modules import each other';
  const isOld = typeof value === 'object' && value !== null && '_def' in value;
  return isOld ? 'this is a schema of zod 3; import it from zod 4' : 'this is not a zod schema';
}

/** Whether a value may be missing on a side. Past transforms, as zod's own JSON Schema does; what is caught may be. */
export function isOptionalOn(side: Side, schema: Schema): boolean {
  if (side === 'output') return schema._zod.optout === 'optional';
  const def = defOf(schema);
  if (def.type === 'pipe' && defOf(def.in).type === 'transform') return isOptionalOn(side, def.out);
  return schema._zod.optin !== undefined;
}

/** The description and deprecation of a field, said on the field itself or inside its wrappers. */
function describeField(field: Schema): { description?: string; deprecated?: boolean } {
  const meta = metaOf(field);
  const def = defOf(field);
  const inner = 'innerType' in def && meta.id === undefined ? describeField(def.innerType as Schema) : {};
  const { description = inner.description, deprecated = inner.deprecated } = meta;
  return {
    ...(description !== undefined && { description }),
    ...(deprecated !== undefined && { deprecated }),
  };
}

function describeLiteral(values: readonly unknown[]): Shape {
  const isAbsent = values.includes(undefined);
  const present = values.filter((value) => value !== undefined);
  if (present.some((value) => typeof value === 'bigint')) {
    return { kind: 'unsupported', reason: 'a bigint literal cannot travel as JSON' };
  }
  const literal: Shape = { kind: 'literal', values: present as (string | number | boolean | null)[] };
  return isAbsent ? { kind: 'union', members: [literal, { kind: 'absent' }] } : literal;
}

/** Of a TypeScript enum's entries, the values without the reverse mapping of the numeric ones. */
function listEnumValues(entries: Readonly<Record<string, string | number>>): (string | number)[] {
  const numeric = Object.values(entries).filter((value) => typeof value === 'number');
  return Object.entries(entries)
    .filter(([key]) => !numeric.includes(Number(key)))
    .map(([, value]) => value);
}

/** Whether a record's keys are few and named, so that each of them has to be there. */
function isExhaustive(key: Schema): boolean {
  return key._zod.values !== undefined;
}
