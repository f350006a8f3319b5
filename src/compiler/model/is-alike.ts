import type { Schema } from '../../authoring/schema.js';
import { describeShape } from '../describe/describe-shape.js';
import { printJsonSchema } from './print-json-schema.js';
import { SchemaKeys } from './schema-keys.js';
import type { SchemaKey, Shape } from './shape.js';
import type { Side } from './side.js';

/** Whether two schemas with one id are alike on both sides, also where only one of them is used. */
export function isAlike(left: Schema | undefined, right: Schema | undefined): boolean {
  if (!left || !right) throw new Error('Schemas with one id are compared while one of them is gone.');
  return (
    printAlone(left, 'input') === printAlone(right, 'input') &&
    printAlone(left, 'output') === printAlone(right, 'output')
  );
}

/** A schema and what it refers to as text, by names that do not depend on what else is booked. */
function printAlone(schema: Schema, side: Side): string {
  const named = new Map<SchemaKey, Shape>();
  const { shape } = describeShape(schema, side, { named, keys: new SchemaKeys() });
  const names = new Map([...named.keys()].map((key, index) => [key, `${key.id ?? ''}~${index}`]));
  const lookup = {
    nameOf: (key: SchemaKey) => names.get(key),
    shapeOf: (key: SchemaKey) => named.get(key) as Shape,
  };
  return JSON.stringify([shape, ...named.values()].map((part) => printJsonSchema(part, lookup)));
}
