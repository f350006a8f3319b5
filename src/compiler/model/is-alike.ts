import type { Schema } from '../../definition/schema.js';
import { convertSchema } from './convert-schema.js';
import { describeShape } from './describe-shape.js';
import { idOf, type Side } from './zod-schema.js';

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
  const { added } = describeShape(schema, side);
  const names = new Map(added.map((part, index) => [part, `${idOf(part) ?? ''}~${index}`]));
  const { schema: json, definitions } = convertSchema(schema, side, (part) => names.get(part));
  return JSON.stringify([json, ...definitions]);
}
