import { componentName, follow } from '../description-node.js';
import { readTags } from './match-members.js';
import type { SchemaMember } from './schema-member.js';

/** A member of a union for messages: its name, its values, its tag or its type. */
export function printMember(member: SchemaMember): string {
  const name = member.branch && componentName(follow(member.branch));
  if (name !== undefined) return `\`${name}\``;
  if (member.values) return [...member.values.keys()].map((text) => `\`${text}\``).join(', ');
  const [tag] = readTags(member);
  if (tag) return `the object with \`${tag[0]}: ${tag[1]}\``;
  return printType(member);
}

export function printType({ type }: SchemaMember): string {
  if (type === 'any') return 'values of any type';
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}
