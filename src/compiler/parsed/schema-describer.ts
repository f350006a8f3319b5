import { randomUUID } from 'node:crypto';
import type { Schema } from '../../definition/schema.js';
import { describeShape, SchemaKeys } from '../describe/describe-shape.js';
import { releaseId } from '../describe/zod-schema.js';
import { type SchemaComponent, type SchemaKey, type Shape, SIDES, type Side } from '../schema/shape.js';
import { listReferredKeys } from '../schema/walk-shape.js';

/** Describes the schemas of one build, and its procedures' identities, as plain data. What many procedures share is described once. */
export class SchemaDescriber {
  readonly #shapes: Record<Side, Map<SchemaKey, Shape>> = { input: new Map(), output: new Map() };
  // Descriptions of an earlier build, with keys of their own, may stand beside those of this one.
  readonly #keys = new SchemaKeys(`@${randomUUID().slice(0, 8)}.`);
  #added: { readonly key: SchemaKey; readonly side: Side }[] = [];
  readonly #identities = new WeakMap<object, string>();

  /** Tells a procedure from others after it is gone. */
  identify(procedure: object): string {
    const identity = this.#identities.get(procedure) ?? randomUUID();
    this.#identities.set(procedure, identity);
    return identity;
  }

  /** Keeps what was described so far. */
  commit(): void {
    this.#added = [];
  }

  /** Forgets what was described since the last `commit`: some of it was read while a name of a module was not there yet. */
  rollBack(): void {
    for (const { key, side } of this.#added) this.#shapes[side].delete(key);
    this.#added = [];
  }

  /** One side of a schema. */
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

  /** The components that these shapes lead to, and those lead to on any side. */
  listComponents(shapes: readonly Shape[]): ReadonlyMap<SchemaKey, SchemaComponent> {
    const found = new Map<SchemaKey, SchemaComponent>();
    const queue = new Set(shapes.flatMap(listReferredKeys));
    for (const key of queue) {
      const shapes: Partial<Record<Side, Shape>> = {};
      for (const side of SIDES) {
        const shape = this.#shapes[side].get(key);
        if (shape) shapes[side] = shape;
        for (const inner of listReferredKeys(shape)) queue.add(inner);
      }
      found.set(key, { id: this.#keys.idOf(key), shapes });
    }
    return found;
  }
}
