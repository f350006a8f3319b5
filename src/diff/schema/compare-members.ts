import { compareArrays } from './compare-arrays.js';
import { compareNumbers } from './compare-numbers.js';
import { compareObjects } from './compare-objects.js';
import { compareTexts } from './compare-texts.js';
import { compareValues } from './compare-values.js';
import { type Comparing, report } from './comparing.js';
import { printType } from './print-member.js';
import type { MemberType, SchemaMember } from './schema-member.js';

/** Compares two members of one type each. Of two that share no value nothing more is said. */
export function compareMembers(base: SchemaMember, head: SchemaMember, at: Comparing): void {
  if (!compareTypes(base, head, at)) return;
  compareValues(base, head, at);
  compareNumbers(base, head, at);
  compareTexts(base, head, at);
  compareConstraints(base, head, at);
  const isPlain = [base, head].some((member) => member.type === 'any' && isPlainAny(member));
  if (!isPlain && mayBe('array', base, head)) compareArrays(base, head, at);
  if (!isPlain && mayBe('object', base, head)) compareObjects(base, head, at);
}

function mayBe(type: MemberType, ...members: readonly SchemaMember[]): boolean {
  return members.every((member) => member.type === type || member.type === 'any');
}

/** Whether a member that takes every type says nothing of objects and arrays either. */
function isPlainAny({ properties, rest, prefix, items }: SchemaMember): boolean {
  return properties.size + prefix.length === 0 && rest.value === true && items.value === true;
}

/** Whether the types are near enough for the rest to be worth a look. */
function compareTypes(base: SchemaMember, head: SchemaMember, at: Comparing): boolean {
  const [from, to] = [base.type, head.type];
  const pointers = { base: base.pointer, head: head.pointer };
  const areNumbers = [from, to].every((type) => type === 'number' || type === 'integer');
  if (from === to || (areNumbers && base.values && head.values)) return true;
  const predicate = `is now ${printType(head)}; it was ${printType(base)}`;
  if (from === 'any') report(at, 'type-specified', predicate, pointers);
  else if (areNumbers && to === 'integer') report(at, 'type-narrowed', predicate, pointers);
  else if (to === 'any' || areNumbers) report(at, 'type-widened', predicate, pointers);
  else report(at, 'type-changed', predicate, pointers);
  return areNumbers || from === 'any' || to === 'any';
}

function compareConstraints(base: SchemaMember, head: SchemaMember, at: Comparing): void {
  const pointers = { base: base.pointer, head: head.pointer };
  for (const keyword of new Set([...base.constraints.keys(), ...head.constraints.keys()])) {
    const [before, after] = [base.constraints.get(keyword), head.constraints.get(keyword)];
    if (before === after) continue;
    if (before === undefined) report(at, 'constraint-added', `is bound by \`${keyword}\` now`, pointers);
    else if (after === undefined) {
      report(at, 'constraint-removed', `is no longer bound by \`${keyword}\``, pointers);
    } else report(at, 'constraint-changed', `is bound by another \`${keyword}\``, pointers);
  }
}
