import type { DescriptionNode } from '../description-node.js';
import type { SchemaCode } from './schema-catalog.js';
import type { SchemaNode } from './schema-node.js';

/** Where a comparison stands: what it adds its findings to, and how the node is called. */
export interface Comparing {
  readonly node: SchemaNode;
  /** `Item.tags[]`; empty at the root of a body. */
  readonly subject: string;
  readonly isNamed: boolean;
  /** Compares two schemas below this one, here or in a node of their own. */
  compare(base: DescriptionNode, head: DescriptionNode, at: Comparing): void;
}

/** The two nodes that a finding is about; null for one that is not there. */
export interface Pointers {
  readonly base: string | null;
  readonly head: string | null;
}

export function report(at: Comparing, code: SchemaCode, predicate: string, { base, head }: Pointers): void {
  at.node.findings.push({ code, subject: at.subject, predicate, isNamed: at.isNamed, base, head });
}

/** The comparison of a property. */
export function atProperty(at: Comparing, name: string): Comparing {
  const step = /^[\w$-]+$/.test(name) ? name : JSON.stringify(name);
  return { ...at, subject: at.subject === '' ? step : `${at.subject}.${step}` };
}

/** The comparison of the items of an array, or of the one item at `index`. */
export function atItem(at: Comparing, index?: number): Comparing {
  return { ...at, subject: `${at.subject}[${index ?? ''}]` };
}

/** The comparison with another node to add to. */
export function into(at: Comparing, node: SchemaNode): Comparing {
  return { ...at, node };
}
