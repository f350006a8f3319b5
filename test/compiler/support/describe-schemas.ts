import { SchemaRegistry } from '../../../src/compiler/model/schema-registry.js';
import { SchemaDescriber } from '../../../src/compiler/parsed/schema-describer.js';
import type { Shape, Side } from '../../../src/compiler/schema/shape.js';
import type { Schema } from '../../../src/definition/schema.js';

export interface TestSchema {
  readonly schema: Schema;
  readonly side: Side;
}

/** Schemas as if each were that of a procedure called `test`, and the registry of what they use. */
export function describeSchemas(schemas: readonly TestSchema[]): {
  readonly shapes: readonly Shape[];
  readonly registry: SchemaRegistry;
} {
  const describer = new SchemaDescriber();
  const used = new Set<string>();
  const all = schemas.map(({ schema, side }) => {
    const shape = describer.describe(schema, side);
    return { shape, firstUses: describer.listUses(shape, side, used) };
  });
  const uses = all.flatMap(({ firstUses }) => firstUses);
  const components = describer.listComponents(uses.map(({ key }) => key));
  const procedures = all.map(({ firstUses }) => ({ name: 'test', typeName: 'Test', firstUses }));
  return {
    shapes: all.map(({ shape }) => shape),
    registry: new SchemaRegistry([{ components }], procedures),
  };
}
