import type { Schema } from '../../authoring/schema.js';
import { describeShape, type NamedShapes } from '../describe/describe-shape.js';
import type { JsonSchema } from './json-schema.js';
import { printJsonSchema } from './print-json-schema.js';
import { SchemaKeys } from './schema-keys.js';
import type { SchemaKey, Shape } from './shape.js';
import { SIDES, type Side } from './side.js';

/** One side of a schema, described both ways. */
export interface BookedSchema {
  readonly shape: Shape;
  /** References are to working names, which the finished model replaces. */
  readonly json: JsonSchema;
}

/** A named or recursive schema, and where it was met first. */
export interface BookEntry {
  readonly schema: SchemaKey;
  /** The schema itself; undefined where nothing but its description was kept. */
  readonly live: Schema | undefined;
  /** Stands for the schema until all are known; no name that anything is finally called. */
  readonly workingName: string;
  /** `ApiKeysList`: the types of the procedure are called after it. */
  readonly owner: string;
  readonly procedure: string;
  readonly side: Side;
}

/** Whose schema is booked: the procedure, and what its types are called after. */
export interface SchemaOwner {
  readonly name: string;
  readonly typeName: string;
}

/** What is known of the named and recursive schemas, on each side that is used. */
export interface BookedSides {
  readonly shapes: Readonly<Record<Side, NamedShapes>>;
  /** By working name. */
  readonly definitions: Readonly<Record<Side, Map<string, JsonSchema>>>;
}

/**
 * The schemas of one API as they are met: every named or recursive one is kept with its shape and its JSON Schema on
 * each side that is used.
 */
export class SchemaBook implements BookedSides {
  readonly shapes: BookedSides['shapes'] = { input: new Map(), output: new Map() };
  readonly definitions: BookedSides['definitions'] = { input: new Map(), output: new Map() };
  private readonly byKey = new Map<SchemaKey, BookEntry>();
  private readonly keys = new SchemaKeys();
  private readonly label: string;

  /** `label` is part of working names: two books of which one is to adopt what is in the other have different ones. */
  constructor(label = '') {
    this.label = label;
  }

  /** Books one side of a schema. */
  add(schema: Schema, side: Side, owner: SchemaOwner): BookedSchema {
    const { shape, added } = describeShape(schema, side, { named: this.shapes[side], keys: this.keys });
    const entries = added.map((named) => this.enter(named, side, owner));
    const lookup = {
      nameOf: (key: SchemaKey) => this.byKey.get(key)?.workingName,
      shapeOf: (key: SchemaKey) => this.shapeOf(key, side),
    };
    const print = (part: Shape) => printJsonSchema(part, lookup);
    for (const { schema: key, workingName } of entries) {
      this.definitions[side].set(workingName, print(this.shapeOf(key, side)));
    }
    return { shape, json: print(shape) };
  }

  /** Takes entries over from another book, with what that knows of them. */
  adopt(entries: readonly BookEntry[], { shapes, definitions }: BookedSides): void {
    for (const entry of entries) {
      this.byKey.set(entry.schema, entry);
      for (const side of SIDES) {
        const shape = shapes[side].get(entry.schema);
        if (shape) this.shapes[side].set(entry.schema, shape);
        const definition = definitions[side].get(entry.workingName);
        if (definition) this.definitions[side].set(entry.workingName, definition);
      }
    }
  }

  /** In the order they were met. */
  get entries(): readonly BookEntry[] {
    return [...this.byKey.values()];
  }

  shapeOf(schema: SchemaKey, side: Side): Shape {
    const shape = this.shapes[side].get(schema);
    if (!shape) throw new Error(`A schema is referred to but not known on its ${side} side.`);
    return shape;
  }

  private enter(live: Schema, side: Side, { name, typeName }: SchemaOwner): BookEntry {
    const schema = this.keys.obtain(live);
    const known = this.byKey.get(schema);
    if (known) return known;
    const workingName = `@${this.label}${this.byKey.size + 1}`;
    const entry = { schema, live, workingName, owner: typeName, procedure: name, side };
    this.byKey.set(schema, entry);
    return entry;
  }
}
