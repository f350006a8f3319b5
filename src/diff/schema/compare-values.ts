import { type Comparing, report } from './comparing.js';
import type { SchemaMember } from './schema-member.js';

/** Compares the values listed one by one (`const`, `enum`). */
export function compareValues(base: SchemaMember, head: SchemaMember, at: Comparing): void {
  const [from, to] = [base.values, head.values];
  const pointers = { base: base.pointer, head: head.pointer };
  if (!from || !to) {
    if (to) report(at, 'became-enum', `must now be one of ${print(to.keys())}`, pointers);
    if (from) report(at, 'enum-lifted', `is no longer one of ${print(from.keys())} alone`, pointers);
    return;
  }
  const removed = [...from.keys()].filter((text) => !to.has(text));
  const added = [...to.keys()].filter((text) => !from.has(text));
  if (from.size === 1 && to.size === 1 && removed.length === 1) {
    report(at, 'const-changed', `is now ${print(added)}; it was ${print(removed)}`, pointers);
    return;
  }
  if (removed.length > 0) report(at, 'enum-value-removed', `is never ${print(removed)} any more`, pointers);
  if (added.length > 0) report(at, 'enum-value-added', `may now be ${print(added)}`, pointers);
}

function print(texts: Iterable<string>): string {
  return [...texts].map((text) => `\`${text}\``).join(', ');
}
