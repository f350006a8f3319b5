import type { Finding } from '../change.js';
import type { DescriptionNode } from '../description-node.js';
import type { Direction } from '../level.js';
import type { SchemaComparison } from '../schema/create-schema-comparison.js';
import { listFindings } from '../schema/schema-node.js';

export interface SchemaUse {
  /** What the schema is of, as a sentence starts: `Response 200`, `Query parameter "limit"`. */
  readonly subject: string;
  readonly direction: Direction;
  readonly compare: SchemaComparison;
}

const ANYTHING = true;

/** Compares what two nodes say of the values that travel there; who says nothing takes anything. */
export function compareUsedSchemas(
  base: DescriptionNode,
  head: DescriptionNode,
  use: SchemaUse,
): readonly Finding[] {
  const node = use.compare(orAnything(base), orAnything(head));
  return listFindings(node).map(({ code, subject, predicate, isNamed, base, head }) => {
    const where = isNamed ? (use.direction === 'request' ? 'Requests' : 'Answers') : use.subject;
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

/** Of several schemas that hold together the first one. */
function printPointer(pointer: string): string {
  return pointer.split('&')[0] ?? pointer;
}
