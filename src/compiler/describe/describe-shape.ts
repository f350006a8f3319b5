import { isSchema } from '../../definition/inner-schemas.js';
import type { Schema } from '../../definition/schema.js';
import { annotate } from '../schema/annotate-shape.js';
import { type Keywords, type SchemaKey, type Shape, type Side, unsupported } from '../schema/shape.js';
import { describeMeta, describeWrapper, readJson } from './describe-annotations.js';
import { describeChecks } from './describe-checks.js';
import { describeComposite, describeWrapped } from './describe-composite.js';
import { describeLeaf } from './describe-leaf.js';
import { listNotes } from './list-notes.js';
import { defOf, findNamedParent, findParent, idOf } from './zod-schema.js';

/** The schemas that shapes refer to. */
interface NamedSchemas {
  /** The named and recursive schemas found so far on one side, each with its shape. */
  readonly named: Map<SchemaKey, Shape>;
  readonly keys: SchemaKeys;
}

/**
 * Describes one side of a schema. Schemas with an id and recursive schemas are put in `named` and referred to by their
 * `keys`; `added` lists those that were not there before. A part that cannot be read, because it is not a schema or its
 * own code throws, is unsupported.
 */
export function describeShape(
  root: Schema,
  side: Side,
  { named, keys }: NamedSchemas = { named: new Map(), keys: new SchemaKeys() },
): { readonly shape: Shape; readonly added: readonly Schema[] } {
  const added: Schema[] = [];
  /** The schemas being described, outermost first, from the innermost named one on. */
  let visiting = new Set<Schema>();
  /** The named schemas being described. */
  const visitingNamed = new Set<Schema>();
  const recursive = new Set<Schema>();
  return { shape: visit(root), added };

  function visit(schema: Schema): Shape {
    if (!isSchema(schema)) return describeNonSchema(schema);
    const key = keys.find(schema);
    if (key && named.has(key)) return { kind: 'reference', schema: key };
    const parent = idOf(schema) === undefined ? findNamedParent(schema) : undefined;
    if (parent) return describeSafely(() => describeRefined(schema, parent));
    if (visitingNamed.has(schema)) return refer(schema);
    if (visiting.has(schema)) {
      recursive.add(schema);
      return refer(schema);
    }
    const hasId = idOf(schema) !== undefined;
    const shape = hasId ? describeNamed(schema) : describeVisiting(schema);
    const isReferred = hasId || recursive.has(schema);
    const knownParent = isReferred ? undefined : findParent(schema, (each) => !!keys.find(each));
    if (knownParent) return describeSafely(() => describeRefined(schema, knownParent));
    const isNamed = hasId && shape.kind !== 'absent';
    if (!isNamed && !recursive.has(schema)) return shape;
    named.set(keys.obtain(schema), shape);
    added.push(schema);
    return refer(schema);
  }

  function refer(schema: Schema): Shape {
    return { kind: 'reference', schema: keys.obtain(schema) };
  }

  /** A cycle through a named schema ends there: a schema that leads into it does not contain itself. */
  function describeNamed(schema: Schema): Shape {
    const outside = visiting;
    visiting = new Set();
    visitingNamed.add(schema);
    const shape = describe(schema);
    visitingNamed.delete(schema);
    visiting = outside;
    return shape;
  }

  function describeVisiting(schema: Schema): Shape {
    visiting.add(schema);
    const shape = describe(schema);
    visiting.delete(schema);
    return shape;
  }

  function describe(schema: Schema): Shape {
    return describeSafely(() => {
      const def = defOf(schema);
      // Read the default on both sides, so that both report it if it throws.
      if ('defaultValue' in def) void def.defaultValue;
      // A schema may define its own JSON Schema.
      const custom = readJson(schema._zod.toJSONSchema?.()) as Keywords | undefined;
      const wrapped = describeWrapped(schema, side, visit);
      if (wrapped && !custom) return annotate(wrapped, describeWrapper(schema, side), listNotes(schema));
      const shape = wrapped ?? describeLeaf(schema, side) ?? describeComposite(def, side, visit);
      const annotations = {
        custom,
        keywords: describeChecks(schema),
        meta: describeMeta(schema, side),
        notes: listNotes(schema),
      };
      const own = Object.entries(annotations).filter(([, value = {}]) => Object.keys(value).length > 0);
      return { ...shape, ...Object.fromEntries(own) };
    });
  }

  /** Describes a schema that only annotates or further checks a named one: both have one shape. */
  function describeRefined(schema: Schema, parent: Schema): Shape {
    const overrides = { ...describeChecks(schema), ...describeWrapper(schema, side) };
    return annotate(visit(parent), overrides, listNotes(schema));
  }

  /** Getters, defaults and lazy parts run user code, which may throw. */
  function describeSafely(read: () => Shape): Shape {
    try {
      return read();
    } catch (error) {
      return unsupported(
        `reading it throws "${error instanceof Error ? error.message : String(error)}"`,
        'A build runs the getters, defaults and lazy parts of schemas: make them work without the application.',
      );
    }
  }
}

function describeNonSchema(value: unknown): Shape {
  if (value === undefined) {
    return unsupported(
      'this schema is undefined, as when two modules import each other',
      'Refer to a schema of the other module in a getter or in `z.lazy(…)`, or move one of them.',
    );
  }
  const isZod3 = typeof value === 'object' && value !== null && '_def' in value;
  return isZod3
    ? unsupported('this is a schema of zod 3', 'Import it from zod 4.')
    : unsupported('this is not a zod schema', 'Put a schema there, such as `z.string()`.');
}

/** The keys of schemas, each created on first use. */
export class SchemaKeys {
  readonly #keys = new WeakMap<Schema, SchemaKey>();
  readonly #ids = new Map<SchemaKey, string | undefined>();
  readonly #prefix: string;

  constructor(prefix = '@') {
    this.#prefix = prefix;
  }

  find(schema: Schema): SchemaKey | undefined {
    return this.#keys.get(schema);
  }

  obtain(schema: Schema): SchemaKey {
    const known = this.#keys.get(schema);
    if (known !== undefined) return known;
    const key = `${this.#prefix}${this.#ids.size + 1}`;
    this.#keys.set(schema, key);
    this.#ids.set(key, idOf(schema));
    return key;
  }

  idOf(key: SchemaKey): string | undefined {
    return this.#ids.get(key);
  }
}
