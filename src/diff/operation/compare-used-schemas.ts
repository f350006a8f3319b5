import type { Finding } from '../change.js';
import type { DescriptionNode } from '../description-node.js';
import type { Direction } from '../level.js';
import type { SchemaComparison } from '../schema/create-schema-comparison.js';
import { listFindings } from '../schema/schema-node.js';

export interface SchemaUse {
  /** The start of a message: `Response 200`, `Query parameter "limit"`. */
  readonly subject: string;
  readonly direction: Direction;
  readonly compare: SchemaComparison;
}

const ANYTHING = true;

/** Compares two schemas; a missing one accepts any value. */
export function compareUsedSchemas(
  base: DescriptionNode,
  head: DescriptionNode,
  use: SchemaUse,
): readonly Finding[] {
  const node = use.compare(orAnything(base), orAnything(head));
  return listFindings(node).map(({ code, subject, predicate, isNamed, base, head }) => {
    const where = isNamed ? (use.direction === 'request' ? 'Requests' : 'Responses') : use.subject;
    const what = subject === '' ? 'it' : `\`${subject}\``;
    return {
      code: `${use.direction}-${code}` as const,
      message: `${where}: ${what} ${predicate}.`,
      base: base && printPointer(base),
      head: head && printPointer(head),
    };
  });
}

function orAnything(node: DescriptionNode): DescriptionNode {
  return node.value === undefined ? { ...node, value: ANYTHING } : node;
}

/** The first of several joined schemas. */
function printPointer(pointer: string): string {
  return pointer.split('&')[0] ?? pointer;
}
