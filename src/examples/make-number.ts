import type { Random } from './making.js';
import type { MockSchema } from './mock-schema.js';

/** A bound at this distance is the limit of a type rather than a meaningful size. */
const FAR = 1e9;
const SPAN = 1000;

/** Makes a number within its bounds, with at most two decimals if the bounds permit. */
export function makeNumber(schema: MockSchema, random: Random): number {
  const { type, multipleOf } = schema;
  const step = multipleOf ?? (type === 'integer' ? 1 : 0.01);
  const lower = Math.max(schema.minimum ?? -Infinity, schema.exclusiveMinimum ?? -Infinity);
  const upper = Math.min(schema.maximum ?? Infinity, schema.exclusiveMaximum ?? Infinity);
  const least = lower > -FAR ? lower : upper > 0 ? 0 : upper - SPAN;
  const most = upper < FAR ? upper : least + SPAN;
  const isOpenBelow = least === schema.exclusiveMinimum;
  const isOpenAbove = most === schema.exclusiveMaximum;
  const first = isOpenBelow ? Math.floor(least / step) + 1 : Math.ceil(least / step);
  const last = isOpenAbove ? Math.ceil(most / step) - 1 : Math.floor(most / step);
  if (last < first) return isOpenBelow || isOpenAbove ? (least + most) / 2 : least;
  return scale(first + Math.floor(random() * (last - first + 1)), step);
}

/** Returns `count * step` without binary rounding errors: 3 times 0.1 is 0.3. */
function scale(count: number, step: number): number {
  return step < 1 && Number.isInteger(1 / step) ? count / (1 / step) : count * step;
}
