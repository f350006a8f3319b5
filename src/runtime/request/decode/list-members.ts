import type { DecodingPlan, NamedPlans } from '../../../protocol/decoding-plan.js';

/** The members of a union, with those of unions within it and of the names they stand behind, each name once. */
export function listMembers(union: readonly DecodingPlan[], plans: NamedPlans): readonly DecodingPlan[] {
  return union.flatMap((member) => flatten(member, plans, new Set()));
}

function flatten(plan: DecodingPlan, plans: NamedPlans, seen: ReadonlySet<string>): readonly DecodingPlan[] {
  if (typeof plan === 'string') return [plan];
  if ('union' in plan) return plan.union.flatMap((member) => flatten(member, plans, seen));
  if (!('ref' in plan)) return [plan];
  const named = plans[plan.ref];
  if (named === undefined || seen.has(plan.ref)) return named === undefined ? [plan] : [];
  const members = flatten(named, plans, new Set([...seen, plan.ref]));
  return members.length === 1 && members[0] === named ? [plan] : members;
}
