import { randomUUID } from 'node:crypto';
import type { Schema } from '../../definition/schema.js';
import { listReferences } from '../../model/json-schema.js';
import { convertPlainly } from '../model/convert-plainly.js';
import { convertSchema } from '../model/convert-schema.js';
import type { ConvertedSchema } from '../model/convert-wholly.js';
import { describeShape } from '../model/describe-shape.js';
import type { DescribedSchema, SchemaComponent, SchemaUse } from '../model/schema-component.js';
import { SchemaKeys } from '../model/schema-keys.js';
import { listReferredKeys, type SchemaKey, type Shape } from '../model/shape.js';
import { releaseId, SIDES, type Side } from '../model/zod-schema.js';

/** Describes the schemas of one build as plain data. What many procedures share is described once. */
export class SchemaDescriber {
  readonly #components = new Map<SchemaKey, SchemaComponent>();
  readonly #shapes: Record<Side, Map<SchemaKey, Shape>> = { input: new Map(), output: new Map() };
  readonly #converted: Record<Side, WeakMap<Schema, ConvertedSchema>> = {
    input: new WeakMap(),
    output: new WeakMap(),
  };
  // Descriptions of an earlier build, with keys of their own, may stand beside those of this one.
  readonly #keys = new SchemaKeys(`@${randomUUID().slice(0, 8)}.`);
  #added: { readonly schema: Schema; readonly side: Side }[] = [];

  /** Keeps what was described so far. */
  commit(): void {
    this.#added = [];
  }

  /** Forgets what was described since the last `commit`: some of it was read while a name of a module was not there yet. */
  rollBack(): void {
    for (const { schema, side } of this.#added) {
      const key = this.#keys.obtain(schema);
      this.#shapes[side].delete(key);
      this.#converted[side].delete(schema);
      const component = this.#components.get(key);
      delete component?.shapes[side];
      delete component?.json[side];
    }
    this.#added = [];
  }

  /** One side of a schema. One whose own code throws when it is read (a getter, a default, a lazy part) is unsupported. */
  describe(schema: Schema, side: Side): DescribedSchema {
    try {
      return this.#describe(schema, side);
    } catch (error) {
      const reason = `reading it throws "${error instanceof Error ? error.message : String(error)}"`;
      return { shape: { kind: 'unsupported', reason }, json: {} };
    }
  }

  #describe(schema: Schema, side: Side): DescribedSchema {
    const known = { named: this.#shapes[side], keys: this.#keys };
    const { shape, added, isWhole } = describeShape(schema, side, known);
    for (const named of added) this.#enter(named, side);
    const json = isWhole ? this.#convert(schema, side, added) : {};
    const other = side === 'input' ? 'output' : 'input';
    for (const named of added) {
      const { id } = this.#componentOf(named);
      if (id !== undefined && !this.#isDescribed(named, other)) this.describe(named, other);
      releaseId(named);
    }
    return { shape, json };
  }

  #convert(schema: Schema, side: Side, added: readonly Schema[]): DescribedSchema['json'] {
    const nameOf = (part: Schema) => (this.#isDescribed(part, side) ? this.#keys.find(part) : undefined);
    const known = this.#converted[side];
    for (const named of added) {
      const apart = convertPlainly(named, side, nameOf, known);
      if (apart) known.set(named, apart);
    }
    const converted = convertSchema(schema, side, nameOf, known);
    for (const [key, definition] of converted.definitions) {
      const component = this.#components.get(key);
      if (component) component.json[side] = definition;
    }
    return converted.schema;
  }

  #enter(schema: Schema, side: Side): void {
    const key = this.#keys.obtain(schema);
    const component = this.#components.get(key) ?? { id: this.#keys.idOf(key), shapes: {}, json: {} };
    component.shapes[side] = this.#shapes[side].get(key);
    this.#added.push({ schema, side });
    this.#components.set(key, component);
  }

  #isDescribed(schema: Schema, side: Side): boolean {
    const key = this.#keys.find(schema);
    return key !== undefined && this.#shapes[side].has(key);
  }

  #componentOf(schema: Schema): SchemaComponent {
    return this.#components.get(this.#keys.obtain(schema)) as SchemaComponent;
  }

  /** What a described schema uses beyond what is `used` already, each after what it uses itself; `used` takes it in. */
  listUses(shape: Shape, side: Side, used: Set<string>): readonly SchemaUse[] {
    const uses: SchemaUse[] = [];
    const visit = (key: SchemaKey): void => {
      const use = `${side} ${key}`;
      if (used.has(use)) return;
      used.add(use);
      listReferredKeys(this.#shapes[side].get(key)).forEach(visit);
      uses.push({ key, side });
    };
    listReferredKeys(shape).forEach(visit);
    return uses;
  }

  /** The components of these keys, and all that these lead to on any side. */
  listComponents(keys: Iterable<SchemaKey>): ReadonlyMap<SchemaKey, SchemaComponent> {
    const found = new Map<SchemaKey, SchemaComponent>();
    const queue = new Set(keys);
    for (const key of queue) {
      const component = this.#components.get(key);
      if (!component) continue;
      found.set(key, component);
      for (const side of SIDES) {
        for (const inner of listReferredKeys(component.shapes[side])) queue.add(inner);
        for (const inner of listReferences(component.json[side] ?? {})) queue.add(inner);
      }
    }
    return found;
  }
}
