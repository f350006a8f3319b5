import type { DescriptionNode } from '../description-node.js';
import type { SchemaCode } from './schema-catalog.js';
import type { SchemaNode } from './schema-node.js';

/** The position of a comparison: the node that gets its findings and the subject of messages. */
export interface ComparisonContext {
  readonly node: SchemaNode;
  /** `Item.tags[]`; empty at the root of a body. */
  readonly subject: string;
  readonly isNamed: boolean;
  /** Compares two schemas below this one; named ones get a node of their own. */
  compare(base: DescriptionNode, head: DescriptionNode, at: ComparisonContext): void;
}

/** The nodes of a finding; null for one that does not exist. */
export interface Pointers {
  readonly base: string | null;
  readonly head: string | null;
}

export function report(
  at: ComparisonContext,
  code: SchemaCode,
  predicate: string,
  { base, head }: Pointers,
): void {
  at.node.findings.push({ code, subject: at.subject, predicate, isNamed: at.isNamed, base, head });
}

export function atProperty(at: ComparisonContext, name: string): ComparisonContext {
  const step = /^[\w$-]+$/.test(name) ? name : JSON.stringify(name);
  return { ...at, subject: at.subject === '' ? step : `${at.subject}.${step}` };
}

/** The context of the item at `index`, or of all items. */
export function atItem(at: ComparisonContext, index?: number): ComparisonContext {
  return { ...at, subject: `${at.subject}[${index ?? ''}]` };
}

export function withNode(at: ComparisonContext, node: SchemaNode): ComparisonContext {
  return { ...at, node };
}
