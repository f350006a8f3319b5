import { isSparse, type MakePart, type Making } from './making.js';
import type { MockSchema } from './mock-schema.js';
import { drawInteger } from './random.js';

/** Makes a list within its bounds, of one item to `mostItems` if they permit. */
export function makeList(schema: MockSchema, making: Making, makePart: MakePart): readonly unknown[] {
  const { prefixItems = [], items, minItems = 0, uniqueItems } = schema;
  const most = items === false || (prefixItems.length > 0 && !items) ? prefixItems.length : Infinity;
  const least = Math.max(minItems, isSparse(making) ? 0 : Math.min(prefixItems.length, most));
  const limit = Math.min(schema.maxItems ?? Infinity, most, Math.max(least, making.mostItems));
  const length = isSparse(making)
    ? minItems
    : drawInteger(making.random, Math.min(Math.max(least, 1), limit), limit);
  const made: unknown[] = [];
  const seen = new Set<string>();
  // If there are fewer distinct items than needed, the list gets those that a limited number of draws finds.
  for (let tries = length * 20; made.length < length && tries > 0; tries--) {
    const value = makePart(prefixItems[made.length] ?? (items || {}));
    const text = JSON.stringify(value);
    if (uniqueItems && seen.has(text)) continue;
    seen.add(text);
    made.push(value);
  }
  return made;
}
