import type { Schema } from '../../definition/schema.js';
import { describeComposite } from './describe-composite.js';
import { describeLeaf } from './describe-leaf.js';
import { SchemaKeys } from './schema-keys.js';
import type { SchemaKey, Shape } from './shape.js';
import { defOf, findNamedParent, idOf, isSchema, type Side } from './zod-schema.js';

/** The named and recursive schemas met so far on one side, each with its shape. */
export type NamedShapes = Map<SchemaKey, Shape>;

/** What is known of the schemas that are referred to. */
export interface NamedSchemas {
  readonly named: NamedShapes;
  readonly keys: SchemaKeys;
}

/**
 * Describes one side of a schema. Schemas with an id, and those that contain themselves, are put in `named` and
 * referred to by their `keys`; `added` are those that were not there before. `isWhole` is false where a part cannot be read, since it
 * is no schema at all or its own code throws.
 */
export function describeShape(
  schema: Schema,
  side: Side,
  known: NamedSchemas = { named: new Map(), keys: new SchemaKeys() },
): { readonly shape: Shape; readonly added: readonly Schema[]; readonly isWhole: boolean } {
  const walk = new Walk(side, known);
  return { shape: walk.visit(schema), added: walk.added, isWhole: walk.isWhole };
}

class Walk {
  readonly added: Schema[] = [];
  isWhole = true;
  /** What is being described, outside in, from the innermost named schema on. */
  private open = new Set<Schema>();
  /** The named schemas that are being described. */
  private readonly openNamed = new Set<Schema>();
  private readonly recursive = new Set<Schema>();
  private readonly side: Side;
  private readonly named: NamedShapes;
  private readonly keys: SchemaKeys;

  constructor(side: Side, { named, keys }: NamedSchemas) {
    this.side = side;
    this.named = named;
    this.keys = keys;
  }

  readonly visit = (schema: Schema): Shape => {
    if (!isSchema(schema)) return this.giveUp(describeNoSchema(schema));
    const key = this.keys.find(schema);
    if (key && this.named.has(key)) return { kind: 'reference', schema: key };
    const named = idOf(schema) === undefined ? findNamedParent(schema) : undefined;
    if (named) return this.visit(named);
    if (this.openNamed.has(schema)) return this.refer(schema);
    if (this.open.has(schema)) {
      this.recursive.add(schema);
      return this.refer(schema);
    }
    const hasId = idOf(schema) !== undefined;
    const shape = hasId ? this.describeNamed(schema) : this.describeOpen(schema);
    const isNamed = hasId && shape.kind !== 'absent';
    if (!isNamed && !this.recursive.has(schema)) return shape;
    this.named.set(this.keys.obtain(schema), shape);
    this.added.push(schema);
    return this.refer(schema);
  };

  private refer(schema: Schema): Shape {
    return { kind: 'reference', schema: this.keys.obtain(schema) };
  }

  /** A circle that leads through a named schema ends there: what leads into it does not contain itself. */
  private describeNamed(schema: Schema): Shape {
    const outside = this.open;
    this.open = new Set();
    this.openNamed.add(schema);
    const shape = this.describe(schema);
    this.openNamed.delete(schema);
    this.open = outside;
    return shape;
  }

  private describeOpen(schema: Schema): Shape {
    this.open.add(schema);
    const shape = this.describe(schema);
    this.open.delete(schema);
    return shape;
  }

  /** A getter, a default or a lazy part runs code of the user's, which may throw. */
  private describe(schema: Schema): Shape {
    try {
      const def = defOf(schema);
      // zod reads a default by itself when it converts the schema.
      if ('defaultValue' in def) void def.defaultValue;
      return describeLeaf(def, this.side) ?? describeComposite(def, this.side, this.visit);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      return this.giveUp({
        reason: `reading it throws "${text}"`,
        help: 'A build runs the getters, defaults and lazy parts of schemas: make them work without the application.',
      });
    }
  }

  private giveUp(why: { readonly reason: string; readonly help: string }): Shape {
    this.isWhole = false;
    return { kind: 'unsupported', ...why };
  }
}

function describeNoSchema(value: unknown): { readonly reason: string; readonly help: string } {
  if (value === undefined) {
    return {
      reason: 'this schema is undefined, as when two modules import each other',
      help: 'Refer to a schema of the other module in a getter or in `z.lazy(…)`, or move one of them.',
    };
  }
  const isOld = typeof value === 'object' && value !== null && '_def' in value;
  return isOld
    ? { reason: 'this is a schema of zod 3', help: 'Import it from zod 4.' }
    : { reason: 'this is not a zod schema', help: 'Put a schema there, such as `z.string()`.' };
}
