import type * as z from 'zod';
import { describeShape, SchemaKeys } from '../../../src/compiler/describe/describe-shape.js';
import { printJsonSchema } from '../../../src/compiler/schema/print-json-schema.js';
import type { SchemaKey, Shape, Side } from '../../../src/compiler/schema/shape.js';
import type { JsonSchema } from '../../../src/model/json-schema.js';

export interface PrintedSchema {
  readonly schema: JsonSchema;
  readonly definitions: ReadonlyMap<string, JsonSchema>;
}

/** The JSON Schema of one side of a schema. What contains itself without an id is called `Node1` and so on. */
export function printSchema(schema: z.core.$ZodType, side: Side): PrintedSchema {
  const named = new Map<SchemaKey, Shape>();
  const keys = new SchemaKeys();
  const { shape } = describeShape(schema, side, { named, keys });
  const names = new Map([...named.keys()].map((key, index) => [key, keys.idOf(key) ?? `Node${index + 1}`]));
  const lookup = {
    nameOf: (key: SchemaKey) => names.get(key) as string,
    shapeOf: (key: SchemaKey) => named.get(key) as Shape,
  };
  const definitions = new Map(
    [...named].map(([key, part]) => [names.get(key) as string, printJsonSchema(part, lookup)]),
  );
  return { schema: printJsonSchema(shape, lookup), definitions };
}
