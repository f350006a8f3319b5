import { printObjectKey } from '../typescript/print-literal.js';
import { type ClientGroup, isGroup } from './client-tree.js';

/** The nested client as an expression over `transport`; further lines stand at `indent`. */
export function printClientObject(group: ClientGroup, indent: string): string {
  const inner = `${indent}  `;
  const members = [...group.members].map(([key, member]) => {
    if (isGroup(member)) return `${inner}${printObjectKey(key)}: ${printClientObject(member, inner)},\n`;
    const parameters = member.input ? 'input, options' : 'options';
    const call = `${member.identifier}(transport, ${parameters})`;
    return `${inner}${printObjectKey(key)}: (${parameters}) => ${call},\n`;
  });
  return members.length === 0 ? '{}' : `{\n${members.join('')}${indent}}`;
}
