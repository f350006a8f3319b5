import { randomUUID } from 'node:crypto';
import type { Schema } from '../../definition/schema.js';
import { describeShape, SchemaKeys } from '../describe/describe-shape.js';
import { releaseId } from '../describe/zod-schema.js';
import { type SchemaComponent, type SchemaKey, type Shape, SIDES, type Side } from '../schema/shape.js';
import { listReferredKeys } from '../schema/walk-shape.js';

/** Describes the schemas of one build, and its procedures' identities, as plain data. What many procedures share is described once. */
export class SchemaDescriber {
  readonly #components = new Map<SchemaKey, SchemaComponent>();
  readonly #shapes: Record<Side, Map<SchemaKey, Shape>> = { input: new Map(), output: new Map() };
  // Descriptions of an earlier build, with keys of their own, may stand beside those of this one.
  readonly #keys = new SchemaKeys(`@${randomUUID().slice(0, 8)}.`);
  #added: { readonly schema: Schema; readonly side: Side }[] = [];
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
    for (const { schema, side } of this.#added) {
      const key = this.#keys.obtain(schema);
      this.#shapes[side].delete(key);
      delete this.#components.get(key)?.shapes[side];
    }
    this.#added = [];
  }

  /** One side of a schema. */
  describe(schema: Schema, side: Side): Shape {
    const { shape, added } = describeShape(schema, side, { named: this.#shapes[side], keys: this.#keys });
    const other = side === 'input' ? 'output' : 'input';
    const entered = added.map((named) => ({ named, component: this.#enter(named, side) }));
    for (const { named, component } of entered) {
      if (component.id !== undefined && !component.shapes[other]) this.describe(named, other);
      releaseId(named);
    }
    return shape;
  }

  #enter(schema: Schema, side: Side): SchemaComponent {
    const key = this.#keys.obtain(schema);
    const component = this.#components.get(key) ?? { id: this.#keys.idOf(key), shapes: {} };
    component.shapes[side] = this.#shapes[side].get(key);
    this.#added.push({ schema, side });
    this.#components.set(key, component);
    return component;
  }

  /** The components that these shapes lead to, and those lead to on any side. */
  listComponents(shapes: readonly Shape[]): ReadonlyMap<SchemaKey, SchemaComponent> {
    const found = new Map<SchemaKey, SchemaComponent>();
    const queue = new Set(shapes.flatMap(listReferredKeys));
    for (const key of queue) {
      const component = this.#components.get(key);
      if (!component) continue;
      found.set(key, component);
      for (const side of SIDES) {
        for (const inner of listReferredKeys(component.shapes[side])) queue.add(inner);
      }
    }
    return found;
  }
}
