import { lookUpChange } from '../change-catalog.js';
import type { Direction } from '../level.js';
import type { SchemaCode } from './schema-catalog.js';

/** One difference between two schemas, in either direction. */
export interface SchemaFinding {
  readonly code: SchemaCode;
  /**
   * The path from the named schema, or from the root of the body, to the change: `Item.tags[]`; empty for the root.
   */
  readonly subject: string;
  /** The rest of the sentence after the subject. */
  readonly predicate: string;
  /** Whether the subject starts at a named schema and so is independent of its use. */
  readonly isNamed: boolean;
  readonly base: string | null;
  readonly head: string | null;
}

/** The findings of a pair of schemas, and the nodes of the pairs that they refer to. */
export interface SchemaNode {
  readonly findings: SchemaFinding[];
  readonly references: Set<SchemaNode>;
}

export function createSchemaNode(): SchemaNode {
  return { findings: [], references: new Set() };
}

/** The findings of a node and of all nodes it refers to, each once. */
export function listFindings(node: SchemaNode): readonly SchemaFinding[] {
  const seen = new Set([node]);
  const findings: SchemaFinding[] = [];
  for (const at of seen) {
    findings.push(...at.findings);
    for (const reference of at.references) seen.add(reference);
  }
  return findings;
}

/** Responses get no new values: only code that names a removed value is affected. */
const NARROWER_ANSWERS: readonly SchemaCode[] = [
  'became-enum',
  'enum-value-removed',
  'tuple-shortened',
  'type-specified',
  'union-member-removed',
];

/** Whether no finding affects values of the direction. */
export function isSafe(node: SchemaNode, direction: Direction): boolean {
  return listFindings(node).every(
    ({ code }) =>
      lookUpChange(`${direction}-${code}`).level === 'safe' ||
      (direction === 'response' && NARROWER_ANSWERS.includes(code)),
  );
}
