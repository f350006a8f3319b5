import type { DescriptionNode } from '../description-node.js';
import { isSame } from '../json.js';
import { compareMembers } from './compare-members.js';
import { type Comparing, into, report } from './comparing.js';
import { isDisjoint } from './is-disjoint.js';
import { matchMembers } from './match-members.js';
import { printMember } from './print-member.js';
import { type Alternatives, readAlternatives } from './read-alternatives.js';
import type { SchemaMember } from './schema-member.js';
import { createSchemaNode, isSafe, listFindings, type SchemaNode } from './schema-node.js';

/** Compares what two schemas take: null, and the members of their unions, matched as well as they can be. */
export function compareAlternatives(base: DescriptionNode, head: DescriptionNode, at: Comparing): void {
  const [from, to] = [readAlternatives(base), readAlternatives(head)];
  const node = createSchemaNode();
  const own = into(at, node);
  const pointers = { base: base.pointer, head: head.pointer };
  const takesAnything = [from, to].some(({ members }) => members.some(({ type }) => type === 'any'));
  if (from.isNullable !== to.isNullable && !takesAnything) {
    if (to.isNullable) report(own, 'became-nullable', 'may be null now', pointers);
    else report(own, 'became-not-nullable', 'may not be null any more', pointers);
  }
  const areMatched = compareLists(from, to, { base, head, at: own });
  const areAlike = areMatched && isSame([...from.repeated].sort(), [...to.repeated].sort());
  // A member that another one covers changes nothing but how many members a value fits.
  const isTouched = from.isExclusive !== to.isExclusive || !areAlike || listFindings(node).length > 0;
  if (isTouched && [from, to].some(overlaps))
    report(own, 'union-overlaps', 'has members that share values', pointers);
  at.node.findings.push(...node.findings);
  for (const reference of node.references) at.node.references.add(reference);
}

/** Whether a value may fit two members of a union in which it must fit one only. */
function overlaps({ isExclusive, repeated, members }: Alternatives): boolean {
  return isExclusive && (repeated.size > 0 || !isDisjoint(members));
}

interface Sides {
  readonly base: DescriptionNode;
  readonly head: DescriptionNode;
  readonly at: Comparing;
}

/** Tells whether every member has one of the other side to match. */
function compareLists(from: Alternatives, to: Alternatives, sides: Sides): boolean {
  if (compareOpenEnded(from.members, to.members, sides)) return false;
  const { pairs, removed, added } = matchMembers(from.members, to.members);
  for (const [before, after] of pairs) compareMatched(before, after, sides);
  const [gone, come] = [removed[0], added[0]];
  if (gone && come && from.members.length + to.members.length === 2) {
    compareMatched(gone, come, sides);
    return true;
  }
  const { base, head, at } = sides;
  for (const member of removed) {
    if (to.members.some((other) => isSafe(tryOut(member, other, sides), 'request'))) continue;
    const predicate = `no longer takes in ${printMember(member)}`;
    report(at, 'union-member-removed', predicate, { base: member.pointer, head: head.pointer });
  }
  for (const member of added) {
    if (from.members.some((other) => isSafe(tryOut(other, member, sides), 'response'))) continue;
    const predicate = `now takes in ${printMember(member)}`;
    report(at, 'union-member-added', predicate, { base: base.pointer, head: member.pointer });
  }
  return removed.length + added.length === 0;
}

/** Whether one side takes every type and the other names some: no member of the one is a member of the other. */
function compareOpenEnded(
  from: readonly SchemaMember[],
  to: readonly SchemaMember[],
  { base, head, at }: Sides,
): boolean {
  const [before, ...moreBefore] = from;
  const [after, ...moreAfter] = to;
  if (!before || !after || (before.type === 'any') === (after.type === 'any')) return false;
  if (moreBefore.length + moreAfter.length === 0) compareMembers(before, after, at);
  else {
    const print = (members: readonly SchemaMember[]) => members.map(printMember).join(' or ');
    const predicate = `is now ${print(to)}; it was ${print(from)}`;
    const pointers = { base: base.pointer, head: head.pointer };
    report(at, before.type === 'any' ? 'type-specified' : 'type-widened', predicate, pointers);
  }
  return true;
}

/** A comparison of which only the outcome counts. */
function tryOut(before: SchemaMember, after: SchemaMember, sides: Sides): SchemaNode {
  const node = createSchemaNode();
  compareMatched(before, after, { ...sides, at: into(sides.at, node) });
  return node;
}

/** Members that are schemas of their own are compared as such, so that named ones are compared once. */
function compareMatched(before: SchemaMember, after: SchemaMember, { base, head, at }: Sides): void {
  const { branch: left } = before;
  const { branch: right } = after;
  const isProgress = left?.pointer !== base.pointer || right?.pointer !== head.pointer;
  if (left && right && isProgress) at.compare(left, right, at);
  else compareMembers(before, after, at);
}
