import type { DecodingPlan, NamedPlans } from '../../../protocol/decoding-plan.js';
import { type Literal, prepareLiterals } from '../decode-text.js';
import type { DecodingMode } from './decoding.js';

/**
 * How far an object is from a member of a union at first sight, without looking inside: the keys that the member does
 * not know. Infinite when a discriminator says no, or when the member is no object.
 */
export type Rank = (value: Record<string, unknown>) => number;

export function prepareRank(plan: DecodingPlan, mode: DecodingMode, plans: NamedPlans): Rank {
  const always = (rank: number) => () => rank;
  if (plan === 'any') return always(Number.MAX_SAFE_INTEGER);
  if (typeof plan === 'string' || 'literal' in plan) return always(Number.POSITIVE_INFINITY);
  if ('ref' in plan) return prepareRank(plans[plan.ref] ?? 'any', mode, plans);
  if (!('object' in plan)) return always('record' in plan ? 0 : Number.POSITIVE_INFINITY);
  const members = Object.entries(plan.object);
  const checks = new Map(members.map(([key, member]) => [key, prepareDiscriminator(member, mode)]));
  const rest = plan.rest === undefined ? undefined : prepareDiscriminator(plan.rest, mode);
  return (value) => {
    let unknownKeys = 0;
    for (const key of Object.keys(value)) {
      const fits = checks.get(key) ?? rest;
      if (fits === undefined) unknownKeys += 1;
      else if (!fits(value[key])) return Number.POSITIVE_INFINITY;
    }
    return unknownKeys;
  };
}

/** Whether a value can stand where `plan` is: a literal says no to all others, the rest of the plans to none. */
function prepareDiscriminator(plan: DecodingPlan, mode: DecodingMode): (value: unknown) => boolean {
  if (typeof plan === 'string' || !('literal' in plan)) return () => true;
  const { literal } = plan;
  if (mode === 'json') return (value) => literal.includes(value as Literal);
  const read = prepareLiterals(literal);
  return (value) => typeof value === 'string' && read(value) !== undefined;
}
