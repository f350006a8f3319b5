import { lookUpChange } from '../change-catalog.js';
import type { Direction } from '../level.js';
import type { SchemaCode } from './schema-catalog.js';

/** One fact about two schemas, whichever way their values travel. */
export interface SchemaFinding {
  readonly code: SchemaCode;
  /** From the named schema, or the root of the body, to what changed: `Item.tags[]`; empty for the root itself. */
  readonly subject: string;
  /** What goes on after the subject. */
  readonly predicate: string;
  /** Whether the subject starts at a named schema, and is thus the same wherever that is used. */
  readonly isNamed: boolean;
  readonly base: string | null;
  readonly head: string | null;
}

/** What was found in a pair of schemas, and the pairs of named schemas that they refer to. */
export interface SchemaNode {
  readonly findings: SchemaFinding[];
  readonly references: Set<SchemaNode>;
}

export function createSchemaNode(): SchemaNode {
  return { findings: [], references: new Set() };
}

/** The findings of a node and of all that it leads to, each once. */
export function listFindings(node: SchemaNode): readonly SchemaFinding[] {
  const seen = new Set([node]);
  const findings: SchemaFinding[] = [];
  for (const at of seen) {
    findings.push(...at.findings);
    for (const reference of at.references) seen.add(reference);
  }
  return findings;
}

/** Answers hold no value that they did not hold before: only code that names what is gone is hurt. */
const NARROWER_ANSWERS: readonly SchemaCode[] = [
  'became-enum',
  'enum-value-removed',
  'tuple-shortened',
  'type-specified',
  'union-member-removed',
];

/** Whether nothing that was found can hurt a value that travels this way. */
export function isSafe(node: SchemaNode, direction: Direction): boolean {
  return listFindings(node).every(
    ({ code }) =>
      lookUpChange(`${direction}-${code}`).level === 'safe' ||
      (direction === 'response' && NARROWER_ANSWERS.includes(code)),
  );
}
