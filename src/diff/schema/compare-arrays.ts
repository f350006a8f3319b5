import type { DescriptionNode } from '../description-node.js';
import { atItem, type Comparing, report } from './comparing.js';
import type { SchemaMember } from './schema-member.js';

/** Compares the items of arrays: those that have a node of their own, and the rest. */
export function compareArrays(base: SchemaMember, head: SchemaMember, at: Comparing): void {
  const pointers = { base: base.pointer, head: head.pointer };
  if (base.isUnique !== head.isUnique) {
    if (head.isUnique) report(at, 'unique-items-added', 'may not have an item twice any more', pointers);
    else report(at, 'unique-items-removed', 'may have an item twice now', pointers);
  }
  const length = Math.max(base.prefix.length, head.prefix.length);
  for (let index = 0; index < length; index++) {
    compareItem(base.prefix[index] ?? base.items, head.prefix[index] ?? head.items, atItem(at, index));
  }
  compareItem(base.items, head.items, atItem(at));
}

function compareItem(base: DescriptionNode, head: DescriptionNode, at: Comparing): void {
  const pointers = { base: base.pointer, head: head.pointer };
  if (base.value === head.value && typeof base.value === 'boolean') return;
  if (base.value === false) report(at, 'tuple-extended', 'may be there now', pointers);
  else if (head.value === false) report(at, 'tuple-shortened', 'may not be there any more', pointers);
  else at.compare(base, head, at);
}
