import type { DecodingPlan, NamedPlans } from '../../../protocol/decoding-plan.js';

/** Throws a TypeError where `plan`, or one that it names, names one that is not there. */
export function requirePlans(plan: DecodingPlan, plans: NamedPlans, known = new Set<string>()): void {
  const look = (member: DecodingPlan) => requirePlans(member, plans, known);
  if (typeof plan === 'string' || 'literal' in plan) return;
  if ('ref' in plan) {
    if (known.has(plan.ref)) return;
    known.add(plan.ref);
    const named = plans[plan.ref];
    if (named === undefined) throw new TypeError(`The route table has no plan "${plan.ref}".`);
    look(named);
  } else if ('array' in plan) look(plan.array);
  else if ('set' in plan) look(plan.set);
  else if ('record' in plan) look(plan.record);
  else if ('union' in plan) plan.union.forEach(look);
  else {
    ('tuple' in plan ? plan.tuple : Object.values(plan.object)).forEach(look);
    if (plan.rest !== undefined) look(plan.rest);
  }
}
