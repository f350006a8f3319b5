import type { DescriptionNode } from '../description-node.js';
import { isSame } from '../json.js';
import { compareMembers } from './compare-members.js';
import { type ComparisonContext, report, withNode } from './comparison-context.js';
import { matchMembers, readTags } from './match-members.js';
import { printMember } from './print-member.js';
import { type Alternatives, readAlternatives } from './read-alternatives.js';
import type { SchemaMember } from './schema-member.js';
import { createSchemaNode, isSafe, listFindings, type SchemaNode } from './schema-node.js';

/** Compares what two schemas accept: null and the matched members of their unions. */
export function compareAlternatives(
  base: DescriptionNode,
  head: DescriptionNode,
  at: ComparisonContext,
): void {
  const [from, to] = [readAlternatives(base), readAlternatives(head)];
  const node = createSchemaNode();
  const own = withNode(at, node);
  const pointers = { base: base.pointer, head: head.pointer };
  const takesAnything = [from, to].some(({ members }) => members.some(({ type }) => type === 'any'));
  if (from.isNullable !== to.isNullable && !takesAnything) {
    if (to.isNullable) report(own, 'became-nullable', 'may now be null', pointers);
    else report(own, 'became-not-nullable', 'may no longer be null', pointers);
  }
  const areMatched = compareLists(from, to, { base, head, at: own });
  const areAlike = areMatched && isSame([...from.repeated].sort(), [...to.repeated].sort());
  // Even a member that another one covers changes how many members a value matches.
  const isAffected = from.isExclusive !== to.isExclusive || !areAlike || listFindings(node).length > 0;
  if (isAffected && [from, to].some(overlaps))
    report(own, 'union-overlaps', 'has members that share values', pointers);
  at.node.findings.push(...node.findings);
  for (const reference of node.references) at.node.references.add(reference);
}

/** Whether a value can match two members of a `oneOf`. */
function overlaps({ isExclusive, repeated, members }: Alternatives): boolean {
  return isExclusive && (repeated.size > 0 || !isDisjoint(members));
}

interface Sides {
  readonly base: DescriptionNode;
  readonly head: DescriptionNode;
  readonly at: ComparisonContext;
}

/** Compares the members and returns whether all of them are matched. */
function compareLists(from: Alternatives, to: Alternatives, sides: Sides): boolean {
  if (compareOpenEnded(from.members, to.members, sides)) return false;
  const { pairs, removed, added } = matchMembers(from.members, to.members);
  for (const [before, after] of pairs) compareMatched(before, after, sides);
  const [removedOne, addedOne] = [removed[0], added[0]];
  if (removedOne && addedOne && from.members.length + to.members.length === 2) {
    compareMatched(removedOne, addedOne, sides);
    return true;
  }
  const { base, head, at } = sides;
  for (const member of removed) {
    if (to.members.some((other) => isSafe(compareSilently(member, other, sides), 'request'))) continue;
    const predicate = `no longer includes ${printMember(member)}`;
    report(at, 'union-member-removed', predicate, { base: member.pointer, head: head.pointer });
  }
  for (const member of added) {
    if (from.members.some((other) => isSafe(compareSilently(other, member, sides), 'response'))) continue;
    const predicate = `now includes ${printMember(member)}`;
    report(at, 'union-member-added', predicate, { base: base.pointer, head: member.pointer });
  }
  return removed.length + added.length === 0;
}

/** Handles a union of which one version accepts any type and the other does not; their members cannot be matched. */
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

/** Compares two members without reporting the findings. */
function compareSilently(before: SchemaMember, after: SchemaMember, sides: Sides): SchemaNode {
  const node = createSchemaNode();
  compareMatched(before, after, { ...sides, at: withNode(sides.at, node) });
  return node;
}

/** Members that are whole schemas are compared as schemas, so that named ones are compared once. */
function compareMatched(before: SchemaMember, after: SchemaMember, { base, head, at }: Sides): void {
  const { branch: left } = before;
  const { branch: right } = after;
  const isNarrower = left?.pointer !== base.pointer || right?.pointer !== head.pointer;
  if (left && right && isNarrower) at.compare(left, right, at);
  else compareMembers(before, after, at);
}

/** Whether it is plain to see that no value fits two of the members. */
function isDisjoint(members: readonly SchemaMember[]): boolean {
  return members.every((member, index) =>
    members.slice(index + 1).every((other) => areDisjoint(member, other)),
  );
}

function areDisjoint(left: SchemaMember, right: SchemaMember): boolean {
  if (left.type === 'any' || right.type === 'any') return false;
  if (typeOf(left) !== typeOf(right)) return true;
  if (left.values && right.values) return [...left.values.keys()].every((text) => !right.values?.has(text));
  const tags = readTags(right);
  return [...readTags(left)].some(([name, tag]) => tags.has(name) && tags.get(name) !== tag);
}

/** An integer is a number. */
function typeOf({ type }: SchemaMember): string {
  return type === 'integer' ? 'number' : type;
}
