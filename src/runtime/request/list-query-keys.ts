import type { DecodingPlan } from '../../protocol/decoding-plan.js';

/**
 * The keys by which a query says what `plan` knows: `a[b]` as a person writes it, and as `URLSearchParams`, and with
 * it the generated client, encodes it. What stands behind a `ref` has no end and is left out.
 */
export function listQueryKeys(plan: DecodingPlan): readonly string[] {
  const keys = listPaths(plan)
    .filter((path) => !path.includes('__proto__'))
    .map(([first, ...rest]) => [first, ...rest.map((name) => `[${name}]`)].join(''));
  return [...new Set([...keys.filter(isPlain), ...keys.map(encode)])];
}

/** Whether a query can hold the key as it is. */
function isPlain(key: string): boolean {
  return /^[\w.[\]-]+$/.test(key);
}

function encode(key: string): string {
  return new URLSearchParams([[key, '']]).toString().slice(0, -1);
}

function listPaths(plan: DecodingPlan): readonly (readonly string[])[] {
  if (typeof plan === 'string') return [];
  if ('union' in plan) return plan.union.flatMap(listPaths);
  if (!('object' in plan)) return [];
  return Object.entries(plan.object).flatMap(([key, member]) => [
    [key],
    ...listPaths(member).map((path) => [key, ...path]),
  ]);
}
