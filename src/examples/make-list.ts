import { type GenerationContext, isSparse, type MakePart } from './generation-context.js';
import type { MockSchema } from './mock-schema.js';
import { drawInteger } from './random.js';

/** Makes a list within its bounds, of one item to `maxItems` if they permit. */
export function makeList(
  schema: MockSchema,
  context: GenerationContext,
  makePart: MakePart,
): readonly unknown[] {
  const { prefixItems = [], items, minItems = 0, uniqueItems } = schema;
  const max = items === false || (prefixItems.length > 0 && !items) ? prefixItems.length : Infinity;
  const min = Math.max(minItems, isSparse(context) ? 0 : Math.min(prefixItems.length, max));
  const limit = Math.min(schema.maxItems ?? Infinity, max, Math.max(min, context.maxItems));
  const length = isSparse(context)
    ? minItems
    : drawInteger(context.random, Math.min(Math.max(min, 1), limit), limit);
  const made: unknown[] = [];
  const seen = new Set<string>();
  // If there are fewer distinct items than needed, the list gets those that a limited number of draws finds.
  for (let attempts = length * 20; made.length < length && attempts > 0; attempts--) {
    const value = makePart(prefixItems[made.length] ?? (items || {}));
    const text = JSON.stringify(value);
    if (uniqueItems && seen.has(text)) continue;
    seen.add(text);
    made.push(value);
  }
  return made;
}
