import type * as z from 'zod';
import type { Schema } from '../../definition/schema.js';
import type { JsonSchema } from '../../model/json-schema.js';
import { completeItem } from './complete-item.js';
import type { Side } from './zod-schema.js';

/**
 * A tuple without a rest says its length, which `items: false` beside `prefixItems` says again: what knows no
 * `prefixItems` (JSON Schema up to draft 2019-09) would read it as a list of nothing. An empty `prefixItems` is none.
 */
export function completeTuple(def: z.core.$ZodTupleDef, json: Record<string, unknown>, side: Side): void {
  const complete = (item: unknown, part: unknown) => completeItem(item as Schema, part as JsonSchema, side);
  if (json.items === false && json.maxItems !== undefined) delete json.items;
  if (def.rest) json.items = complete(def.rest, json.items);
  if (!Array.isArray(json.prefixItems)) return;
  if (json.prefixItems.length === 0) delete json.prefixItems;
  else json.prefixItems = json.prefixItems.map((part, index) => complete(def.items[index], part));
}
