import type { Random } from './generation-context.js';
import type { MockSchema } from './mock-schema.js';

/** A bound at this distance is the limit of a type rather than a meaningful size. */
const TYPE_BOUND = 1e9;
const DEFAULT_SPAN = 1000;

/** Makes a number within its bounds, with at most two decimals if the bounds permit. */
export function makeNumber(schema: MockSchema, random: Random): number {
  const { type, multipleOf } = schema;
  const step = multipleOf ?? (type === 'integer' ? 1 : 0.01);
  const lower = Math.max(schema.minimum ?? -Infinity, schema.exclusiveMinimum ?? -Infinity);
  const upper = Math.min(schema.maximum ?? Infinity, schema.exclusiveMaximum ?? Infinity);
  const min = lower > -TYPE_BOUND ? lower : upper > 0 ? 0 : upper - DEFAULT_SPAN;
  const max = upper < TYPE_BOUND ? upper : min + DEFAULT_SPAN;
  const isOpenBelow = min === schema.exclusiveMinimum;
  const isOpenAbove = max === schema.exclusiveMaximum;
  const first = isOpenBelow ? Math.floor(min / step) + 1 : Math.ceil(min / step);
  const last = isOpenAbove ? Math.ceil(max / step) - 1 : Math.floor(max / step);
  if (last < first) return isOpenBelow || isOpenAbove ? (min + max) / 2 : min;
  return scale(first + Math.floor(random() * (last - first + 1)), step);
}

/** Returns `count * step` without binary rounding errors: 3 times 0.1 is 0.3. */
function scale(count: number, step: number): number {
  return step < 1 && Number.isInteger(1 / step) ? count / (1 / step) : count * step;
}
