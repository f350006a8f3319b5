import type { Schema } from '../../authoring/schema.js';
import { convertPlainly } from './convert-plainly.js';
import { convertSchema } from './convert-schema.js';
import type { ConvertedSchema } from './convert-wholly.js';
import { describeShape, type NamedShapes } from './describe-shape.js';
import type { JsonSchema } from './json-schema.js';
import type { Shape } from './shape.js';
import type { Side } from './zod-schema.js';

/** One side of a schema, described both ways. */
export interface BookedSchema {
  readonly shape: Shape;
  /** References are to working names, which the finished model replaces. */
  readonly json: JsonSchema;
}

/** A named or recursive schema, and where it was met first. */
export interface BookEntry {
  readonly schema: Schema;
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

/**
 * The schemas of one API as they are met: every named or recursive one is kept with its shape and its JSON Schema on
 * each side that is used.
 */
export class SchemaBook {
  readonly shapes: Readonly<Record<Side, NamedShapes>> = { input: new Map(), output: new Map() };
  /** By working name. */
  readonly definitions: Readonly<Record<Side, Map<string, JsonSchema>>> = {
    input: new Map(),
    output: new Map(),
  };
  private readonly bySchema = new Map<Schema, BookEntry>();
  /** Those that many procedures share are converted once. */
  private readonly known: Readonly<Record<Side, Map<Schema, ConvertedSchema>>> = {
    input: new Map(),
    output: new Map(),
  };

  /** Books one side of a schema. */
  add(schema: Schema, side: Side, owner: SchemaOwner): BookedSchema {
    const { shape, added, isWhole } = describeShape(schema, side, this.shapes[side]);
    for (const named of added) {
      if (!this.bySchema.has(named)) this.enter(named, side, owner);
    }
    if (!isWhole) return { shape, json: {} };
    const nameOf = (part: Schema) => this.bySchema.get(part)?.workingName;
    const known = this.known[side];
    for (const named of added) {
      const apart = convertPlainly(named, side, nameOf, known);
      if (apart) known.set(named, apart);
    }
    const converted = convertSchema(schema, side, nameOf, known);
    for (const [name, definition] of converted.definitions) this.definitions[side].set(name, definition);
    return { shape, json: converted.schema };
  }

  /** In the order they were met. */
  get entries(): readonly BookEntry[] {
    return [...this.bySchema.values()];
  }

  workingNameOf(schema: Schema): string {
    const entry = this.bySchema.get(schema);
    if (!entry) throw new Error('A schema is referred to that was never booked.');
    return entry.workingName;
  }

  shapeOf(schema: Schema, side: Side): Shape {
    const shape = this.shapes[side].get(schema);
    if (!shape) throw new Error(`A schema is referred to but not known on its ${side} side.`);
    return shape;
  }

  private enter(schema: Schema, side: Side, { name, typeName }: SchemaOwner): void {
    const workingName = `@${this.bySchema.size + 1}`;
    this.bySchema.set(schema, { schema, workingName, owner: typeName, procedure: name, side });
  }
}
