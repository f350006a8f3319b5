import { randomUUID } from 'node:crypto';
import type { Schema } from '../../definition/schema.js';
import { describeShape, SchemaKeys } from '../describe/describe-shape.js';
import { releaseId } from '../describe/zod-schema.js';
import { type SchemaComponent, type SchemaKey, type Shape, SIDES, type Side } from '../schema/shape.js';
import { listReferredKeys } from '../schema/walk-shape.js';

/** Describes the schemas of one build as plain data, each shared one once, and identifies procedures. */
export class SchemaDescriber {
  readonly #shapes: Record<Side, Map<SchemaKey, Shape>> = { input: new Map(), output: new Map() };
  // Keys are unique across builds, since descriptions of an earlier build may be reused.
  readonly #keys = new SchemaKeys(`@${randomUUID().slice(0, 8)}.`);
  #added: { readonly key: SchemaKey; readonly side: Side }[] = [];
  readonly #identities = new WeakMap<object, string>();

  /** Returns an id that outlives the procedure object. */
  identify(procedure: object): string {
    const identity = this.#identities.get(procedure) ?? randomUUID();
    this.#identities.set(procedure, identity);
    return identity;
  }

  /** Keeps what was described so far. */
  commit(): void {
    this.#added = [];
  }

  /** Discards descriptions since the last `commit`: some were read before a module's name had its value. */
  rollBack(): void {
    for (const { key, side } of this.#added) this.#shapes[side].delete(key);
    this.#added = [];
  }

  /** Describes one side of a schema. */
  describe(schema: Schema, side: Side): Shape {
    const { shape, added } = describeShape(schema, side, { named: this.#shapes[side], keys: this.#keys });
    const other = side === 'input' ? 'output' : 'input';
    for (const named of added) this.#added.push({ key: this.#keys.obtain(named), side });
    for (const named of added) {
      const key = this.#keys.obtain(named);
      if (this.#keys.idOf(key) !== undefined && !this.#shapes[other].has(key)) this.describe(named, other);
      releaseId(named);
    }
    return shape;
  }

  /** Lists the components that these shapes reach, directly or through others on any side. */
  listComponents(shapes: readonly Shape[]): Readonly<Record<SchemaKey, SchemaComponent>> {
    const found: Record<SchemaKey, SchemaComponent> = {};
    const queue = new Set(shapes.flatMap(listReferredKeys));
    for (const key of queue) {
      const shapes: Partial<Record<Side, Shape>> = {};
      for (const side of SIDES) {
        const shape = this.#shapes[side].get(key);
        if (shape) shapes[side] = shape;
        for (const inner of listReferredKeys(shape)) queue.add(inner);
      }
      found[key] = { id: this.#keys.idOf(key), shapes };
    }
    return found;
  }
}
