import type { Schema } from '../../authoring/schema.js';
import { convertSchema } from './convert-schema.js';
import { describeShape, type NamedShapes } from './describe-shape.js';
import type { JsonSchema } from './json-schema.js';
import type { Shape } from './shape.js';
import { metaOf, type Side } from './zod-schema.js';

/** One side of a schema, described both ways. */
export interface BookedSchema {
  readonly shape: Shape;
  /** References are to working names, which the finished model replaces. */
  readonly json: JsonSchema;
}

/** Where a schema was met: in the input or the output of a procedure. */
export interface SchemaUse {
  readonly procedure: string;
  readonly side: Side;
}

/**
 * The schemas of one API as they are met: every named or recursive one gets a working name, and is kept with its
 * shape and its JSON Schema on each side that is used. Two schemas that ask for one name get `Name` and `Name~2`;
 * whether they are one and the same is decided later.
 */
export class SchemaBook {
  readonly shapes: Readonly<Record<Side, NamedShapes>> = { input: new Map(), output: new Map() };
  readonly definitions: Readonly<Record<Side, Map<string, JsonSchema>>> = {
    input: new Map(),
    output: new Map(),
  };
  private readonly names = new Map<Schema, string>();
  private readonly taken = new Map<string, number>();
  private readonly firstUses = new Map<string, SchemaUse>();

  /** Books one side of a schema. `owner` names recursive schemas that have no id; `use` is remembered with new names. */
  add(schema: Schema, side: Side, owner: string, use: string): BookedSchema {
    const { shape, added, isWhole } = describeShape(schema, side, this.shapes[side]);
    for (const named of added) {
      if (!this.names.has(named)) this.name(named, owner, { procedure: use, side });
    }
    if (!isWhole) return { shape, json: {} };
    const converted = convertSchema(schema, side, (part) => this.names.get(part));
    for (const [name, definition] of converted.definitions) this.definitions[side].set(name, definition);
    return { shape, json: converted.schema };
  }

  nameOf(schema: Schema): string {
    const name = this.names.get(schema);
    if (name === undefined) throw new Error('A schema is referred to that was never named.');
    return name;
  }

  shapeOf(schema: Schema, side: Side): Shape {
    const shape = this.shapes[side].get(schema);
    if (!shape)
      throw new Error(`The schema ${this.nameOf(schema)} is referred to but not known on its ${side} side.`);
    return shape;
  }

  /** The schemas that have a working name, in the order they were met. */
  listNamed(): IterableIterator<[Schema, string]> {
    return this.names.entries();
  }

  /** The use that a working name was first met in. */
  firstUseOf(name: string): SchemaUse | undefined {
    return this.firstUses.get(name);
  }

  private name(schema: Schema, owner: string, use: SchemaUse): void {
    const { id } = metaOf(schema);
    const wanted = id === undefined || id === '' ? this.inventName(`${owner}Node`) : sanitizeName(id);
    const count = (this.taken.get(wanted) ?? 0) + 1;
    this.taken.set(wanted, count);
    const name = count === 1 ? wanted : `${wanted}~${count}`;
    this.names.set(schema, name);
    this.firstUses.set(name, use);
  }

  private inventName(wish: string): string {
    let name = wish;
    for (let count = 2; this.taken.has(name); count++) name = `${wish}${count}`;
    return name;
  }
}

/** The name that a working name asked for. */
export function wantedName(name: string): string {
  return name.replace(/~\d+$/, '');
}

/** OpenAPI's component names are limited to these characters. */
function sanitizeName(id: string): string {
  return id.replace(/[^A-Za-z0-9._-]/g, '_');
}
