import type * as z from 'zod';
import type { Schema } from '../../definition/schema.js';
import type { JsonSchema } from '../../model/json-schema.js';
import { completeItem } from './complete-item.js';
import { mayBeUndefined } from './is-optional.js';
import { defOf, type Side } from './zod-schema.js';

/** A set travels as a list of what `convert` makes of its items. */
export function completeSet(
  def: z.core.$ZodSetDef,
  json: Record<string, unknown>,
  side: Side,
  convert: (schema: Schema) => JsonSchema,
): void {
  const items = completeItem(def.valueType, convert(def.valueType), side);
  Object.assign(json, { type: 'array', items, ...describeSize(def) });
  // A caller may say an item twice. What is sent has none twice, where items are not lists, objects or dates, nor both
  // null and undefined, which is sent as null.
  const isUnique = isPrimitive(def.valueType) && !mayBeUndefined(def.valueType);
  if (side === 'output' && isUnique) json.uniqueItems = true;
}

/** The sizes that a set's checks allow. */
function describeSize({ checks = [] }: z.core.$ZodSetDef): object {
  const defs = checks.map((check) => check._zod.def as { minimum?: number; maximum?: number; size?: number });
  const least = defs.flatMap(({ minimum, size }) => minimum ?? size ?? []);
  const most = defs.flatMap(({ maximum, size }) => maximum ?? size ?? []);
  return {
    ...(least.length > 0 && { minItems: Math.max(...least) }),
    ...(most.length > 0 && { maxItems: Math.min(...most) }),
  };
}

const PRIMITIVES = new Set('string number bigint boolean null enum literal template_literal'.split(' '));

function isPrimitive(schema: Schema): boolean {
  const def = defOf(schema);
  if ('innerType' in def) return isPrimitive(def.innerType as Schema);
  if (def.type === 'union') return def.options.every(isPrimitive);
  return PRIMITIVES.has(def.type);
}
