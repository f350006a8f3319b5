import { componentName, type DescriptionNode, follow } from '../description-node.js';
import { isObject, printStable } from '../json.js';
import { readAlternatives } from './read-alternatives.js';
import type { SchemaMember } from './schema-member.js';

export interface Matching {
  readonly pairs: readonly (readonly [SchemaMember, SchemaMember])[];
  readonly removed: readonly SchemaMember[];
  readonly added: readonly SchemaMember[];
}

/**
 * Matches members by equal text, then by name, by tag, and by type where each side has only one of it. The order ensures
 * that an unchanged member is matched with itself.
 */
export function matchMembers(base: readonly SchemaMember[], head: readonly SchemaMember[]): Matching {
  const pairs: (readonly [SchemaMember, SchemaMember])[] = [];
  let [removed, added] = [base, head];
  for (const keyOf of [printText, nameOf, printTags, kindOf]) {
    const [left, right] = [groupBy(removed, keyOf), groupBy(added, keyOf)];
    const taken = new Set<SchemaMember>();
    for (const [key, [before, ...moreBefore]] of left) {
      const [after, ...moreAfter] = right.get(key) ?? [];
      if (!before || !after || moreBefore.length + moreAfter.length > 0) continue;
      pairs.push([before, after]);
      taken.add(before).add(after);
    }
    removed = removed.filter((member) => !taken.has(member));
    added = added.filter((member) => !taken.has(member));
  }
  return { pairs, removed, added };
}

/** The required properties with a single possible value: its text by the property's name. */
export function readTags(member: SchemaMember): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const [name, node] of member.properties) {
    const [only, second] = member.required.has(name) ? readOwnValues(node) : [];
    if (only !== undefined && second === undefined) tags.set(name, only);
  }
  return tags;
}

function readOwnValues(node: DescriptionNode): readonly string[] {
  const { value } = follow(node);
  if (!isObject(value) || (value.const === undefined && value.enum === undefined)) return [];
  const { members, isNullable } = readAlternatives(node);
  const [only, second] = members;
  return only?.values && !second && !isNullable ? [...only.values.keys()] : [];
}

function printText({ branch }: SchemaMember): string | undefined {
  return branch && printStable(branch.value);
}

function nameOf({ branch }: SchemaMember): string | undefined {
  return branch && componentName(follow(branch));
}

function printTags(member: SchemaMember): string | undefined {
  const tags = readTags(member);
  return tags.size === 0 ? undefined : printStable(Object.fromEntries(tags));
}

function kindOf({ type }: SchemaMember): string {
  return type === 'integer' ? 'number' : type;
}

function groupBy(
  members: readonly SchemaMember[],
  keyOf: (member: SchemaMember) => string | undefined,
): ReadonlyMap<string, readonly SchemaMember[]> {
  const groups = new Map<string, SchemaMember[]>();
  for (const member of members) {
    const key = keyOf(member);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), member]);
  }
  return groups;
}
