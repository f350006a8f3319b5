import { isSchema } from '../../definition/inner-schemas.js';
import type { Schema } from '../../definition/schema.js';
import { annotate } from '../schema/annotate-shape.js';
import type { Keywords, SchemaKey, Shape, Side } from '../schema/shape.js';
import { describeMeta, describeWrapper, readJson } from './describe-annotations.js';
import { describeChecks } from './describe-checks.js';
import { describeComposite, describeWrapped } from './describe-composite.js';
import { describeLeaf } from './describe-leaf.js';
import { listNotes } from './list-notes.js';
import { SchemaKeys } from './schema-keys.js';
import { defOf, findNamedParent, findParent, idOf } from './zod-schema.js';

/** The named and recursive schemas met so far on one side, each with its shape. */
export type NamedShapes = Map<SchemaKey, Shape>;

/** What is known of the schemas that are referred to. */
export interface NamedSchemas {
  readonly named: NamedShapes;
  readonly keys: SchemaKeys;
}

/**
 * Describes one side of a schema. Schemas with an id, and those that contain themselves, are put in `named` and
 * referred to by their `keys`; `added` are those that were not there before. A part that cannot be read, since it is no
 * schema at all or its own code throws, is unsupported.
 */
export function describeShape(
  schema: Schema,
  side: Side,
  known: NamedSchemas = { named: new Map(), keys: new SchemaKeys() },
): { readonly shape: Shape; readonly added: readonly Schema[] } {
  const walk = new Walk(side, known);
  return { shape: walk.visit(schema), added: walk.added };
}

class Walk {
  readonly added: Schema[] = [];
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
    if (!isSchema(schema)) return describeNoSchema(schema);
    const key = this.keys.find(schema);
    if (key && this.named.has(key)) return { kind: 'reference', schema: key };
    const named = idOf(schema) === undefined ? findNamedParent(schema) : undefined;
    if (named) return this.describeSafely(() => this.describeRefined(schema, named));
    if (this.openNamed.has(schema)) return this.refer(schema);
    if (this.open.has(schema)) {
      this.recursive.add(schema);
      return this.refer(schema);
    }
    const hasId = idOf(schema) !== undefined;
    const shape = hasId ? this.describeNamed(schema) : this.describeOpen(schema);
    const isReferred = hasId || this.recursive.has(schema);
    const recursive = isReferred ? undefined : findParent(schema, (parent) => !!this.keys.find(parent));
    if (recursive) return this.describeSafely(() => this.describeRefined(schema, recursive));
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

  private describe(schema: Schema): Shape {
    return this.describeSafely(() => {
      const { side, visit } = this;
      const def = defOf(schema);
      // Whether a default can be read is no matter of the side that needs it.
      if ('defaultValue' in def) void def.defaultValue;
      // A schema may bring a JSON Schema of its own.
      const custom = readJson(schema._zod.toJSONSchema?.()) as Keywords | undefined;
      const wrapped = describeWrapped(schema, side, visit);
      if (wrapped && !custom) return annotate(wrapped, describeWrapper(schema, side), listNotes(schema));
      const shape = wrapped ?? describeLeaf(def, side) ?? describeComposite(def, side, visit);
      const said = {
        custom,
        keywords: describeChecks(schema),
        meta: describeMeta(schema, side),
        notes: listNotes(schema),
      };
      const own = Object.entries(said).filter(([, value = {}]) => Object.keys(value).length > 0);
      return { ...shape, ...Object.fromEntries(own) };
    });
  }

  /** A schema that only says something of a named one, or checks it further: values of both have one shape. */
  private describeRefined(schema: Schema, named: Schema): Shape {
    const before = { ...describeChecks(schema), ...describeWrapper(schema, this.side) };
    return annotate(this.visit(named), before, listNotes(schema));
  }

  /** A getter, a default or a lazy part runs code of the user's, which may throw. */
  private describeSafely(describe: () => Shape): Shape {
    try {
      return describe();
    } catch (error) {
      return {
        kind: 'unsupported',
        reason: `reading it throws "${error instanceof Error ? error.message : String(error)}"`,
        help: 'A build runs the getters, defaults and lazy parts of schemas: make them work without the application.',
      };
    }
  }
}

function describeNoSchema(value: unknown): Shape {
  if (value === undefined) {
    return {
      kind: 'unsupported',
      reason: 'this schema is undefined, as when two modules import each other',
      help: 'Refer to a schema of the other module in a getter or in `z.lazy(…)`, or move one of them.',
    };
  }
  const isOld = typeof value === 'object' && value !== null && '_def' in value;
  return isOld
    ? { kind: 'unsupported', reason: 'this is a schema of zod 3', help: 'Import it from zod 4.' }
    : {
        kind: 'unsupported',
        reason: 'this is not a zod schema',
        help: 'Put a schema there, such as `z.string()`.',
      };
}
