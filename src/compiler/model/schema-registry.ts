import { listShapes, type ParsedFile, type ProcedureShapes } from '../parsed/parsed-file.js';
import { printJsonSchema } from '../schema/print-json-schema.js';
import { type SchemaComponent, type SchemaKey, type Shape, SIDES, type Side } from '../schema/shape.js';
import { listReferredKeys } from '../schema/walk-shape.js';

/** A component and its first use. */
export interface RegistryEntry {
  readonly key: SchemaKey;
  readonly id: string | undefined;
  /** The base of the procedure's type names, such as `ApiKeysList`. */
  readonly owner: string;
  readonly procedure: string;
  readonly side: Side;
}

/** A procedure, and the base of its type names. */
export interface SchemaUser extends ProcedureShapes {
  readonly name: string;
  readonly typeName: string;
}

/** The components of one API. */
export class SchemaRegistry {
  /** Shapes on the sides that procedures use. */
  readonly shapes: Readonly<Record<Side, Map<SchemaKey, Shape>>> = { input: new Map(), output: new Map() };
  /** In the order of the procedures. */
  readonly entries: readonly RegistryEntry[];
  readonly #components = new Map<SchemaKey, SchemaComponent>();

  /** `procedures` are those of the files, sorted by name. */
  constructor(files: readonly Pick<ParsedFile, 'components'>[], procedures: readonly SchemaUser[]) {
    for (const { components } of files) {
      for (const [key, component] of Object.entries(components)) this.#components.set(key, component);
    }
    const entries = new Map<SchemaKey, RegistryEntry>();
    for (const { name, typeName, ...schemas } of procedures) {
      const visit = (side: Side, shape: Shape): void => {
        for (const key of listReferredKeys(shape)) {
          const { id, shapes } = this.#components.get(key) ?? { id: undefined, shapes: {} };
          if (!shapes[side] || this.shapes[side].has(key)) continue;
          this.shapes[side].set(key, shapes[side]);
          // The schemas inside a schema are named before it.
          visit(side, shapes[side]);
          if (!entries.has(key)) entries.set(key, { key, id, owner: typeName, procedure: name, side });
        }
      };
      for (const [side, shape] of listShapes(schemas)) visit(side, shape);
    }
    this.entries = [...entries.values()];
  }

  shapeOf(key: SchemaKey, side: Side): Shape {
    const shape = this.shapes[side].get(key);
    if (!shape) throw new Error(`A schema is referred to but not known on its ${side} side.`);
    return shape;
  }

  /** Whether two schemas are equal on both sides, with everything that they refer to. */
  areEqual(left: SchemaKey, right: SchemaKey, compared = new Map<SchemaKey, SchemaKey>()): boolean {
    if (left === right || compared.get(left) === right) return true;
    compared.set(left, right);
    return (
      this.#components.get(left)?.id === this.#components.get(right)?.id &&
      SIDES.every((side) => {
        const [printed, printedOther] = [this.#printUnnamed(left, side), this.#printUnnamed(right, side)];
        return (
          printed.text === printedOther.text &&
          printed.keys.every((key, index) => this.areEqual(key, printedOther.keys[index] ?? '', compared))
        );
      })
    );
  }

  /** Prints the JSON Schema of a component with numbers in place of the keys that it refers to, and lists these. */
  #printUnnamed(key: SchemaKey, side: Side): { readonly text: string; readonly keys: readonly SchemaKey[] } {
    const keys = new Set<SchemaKey>();
    const findShape = (inner: SchemaKey) => this.#components.get(inner)?.shapes[side];
    const shape = findShape(key);
    const lookup = {
      nameOf: (inner: SchemaKey) => String([...keys.add(inner)].indexOf(inner)),
      shapeOf: (inner: SchemaKey) => findShape(inner) as Shape,
    };
    return { text: shape ? JSON.stringify(printJsonSchema(shape, lookup)) : '', keys: [...keys] };
  }
}
