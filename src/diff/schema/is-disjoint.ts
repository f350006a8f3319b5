import { readTags } from './match-members.js';
import type { SchemaMember } from './schema-member.js';

/** Whether it is plain to see that no value fits two of the members. */
export function isDisjoint(members: readonly SchemaMember[]): boolean {
  return members.every((member, index) => members.slice(index + 1).every((other) => isApart(member, other)));
}

function isApart(left: SchemaMember, right: SchemaMember): boolean {
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
