import type { ChangeCode } from './change-catalog.js';
import type { DescriptionNode } from './description-node.js';
import type { Level } from './level.js';

/** One difference between two descriptions, as one operation sees it. */
export interface Finding {
  readonly code: ChangeCode;
  /** One sentence in Markdown that states the difference. */
  readonly message: string;
  /** JSON pointers into base and head; null where the node does not exist. */
  readonly base: string | null;
  readonly head: string | null;
}

/** One change, reported once for all operations that it affects. */
export interface Change extends Finding {
  readonly level: Level;
  /** `GET /items`, as in the head, in the order of the description; empty for the API as a whole. */
  readonly operations: readonly string[];
  /** What it means for callers, or what to do about it. */
  readonly help: string;
}

/** The nodes of a finding; null for one that does not exist. */
interface FindingNodes {
  readonly base: DescriptionNode | null;
  readonly head: DescriptionNode | null;
}

export function createFinding(code: ChangeCode, message: string, { base, head }: FindingNodes): Finding {
  return { code, message, base: base?.pointer ?? null, head: head?.pointer ?? null };
}
