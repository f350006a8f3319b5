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
  const shapes = schemas.map(({ schema, side }) => describer.describe(schema, side));
  const procedures = shapes.map((shape, index) => ({
    name: 'test',
    typeName: 'Test',
    input: schemas[index]?.side === 'input' ? { shape, isOptional: false } : undefined,
    output: schemas[index]?.side === 'output' ? shape : undefined,
    headers: undefined,
  }));
  return {
    shapes,
    registry: new SchemaRegistry([{ components: describer.listComponents(shapes) }], procedures),
  };
}
