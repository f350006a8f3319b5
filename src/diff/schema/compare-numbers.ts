import { type Bound, isTighter } from './bounds.js';
import { type Comparing, report } from './comparing.js';
import type { SchemaMember } from './schema-member.js';

/** Compares how large numbers may be, how long texts and arrays, and of what numbers are multiples. */
export function compareNumbers(base: SchemaMember, head: SchemaMember, at: Comparing): void {
  const pointers = { base: base.pointer, head: head.pointer };
  for (const end of new Set([...base.bounds.keys(), ...head.bounds.keys()])) {
    const [before, after] = [base.bounds.get(end), head.bounds.get(end)];
    if (before?.value === after?.value && before?.isExclusive === after?.isExclusive) continue;
    const isTightened = after !== undefined && (before === undefined || isTighter(end, after, before));
    report(at, isTightened ? 'bound-tightened' : 'bound-relaxed', printBounds(before, after), pointers);
  }
  compareMultiples(base, head, at);
}

function printBounds(before: Bound | undefined, after: Bound | undefined): string {
  const was = before ? `it was \`${before.keyword}: ${before.value}\`` : 'there was none';
  return after
    ? `has \`${after.keyword}: ${after.value}\`; ${was}`
    : `has no \`${before?.keyword}\` any more; ${was}`;
}

function compareMultiples(base: SchemaMember, head: SchemaMember, at: Comparing): void {
  const [from, to] = [base.multiples, head.multiples];
  const isNarrower = from.every((factor) => to.some((multiple) => isMultiple(multiple, factor)));
  const isWider = to.every((factor) => from.some((multiple) => isMultiple(multiple, factor)));
  if (isNarrower && isWider) return;
  const print = (list: readonly number[]) => (list.length === 0 ? 'any number' : list.join(' and '));
  const predicate = `is a multiple of ${print(to)}; it was of ${print(from)}`;
  const pointers = { base: base.pointer, head: head.pointer };
  if (isNarrower) report(at, 'bound-tightened', predicate, pointers);
  else report(at, isWider ? 'bound-relaxed' : 'multiple-changed', predicate, pointers);
}

/** With the tolerance that decimal fractions need: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, factor: number): boolean {
  const quotient = value / factor;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient));
}
