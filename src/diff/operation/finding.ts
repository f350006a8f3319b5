import type { Finding } from '../change.js';
import type { ChangeCode } from '../change-catalog.js';
import type { DescriptionNode } from '../description-node.js';

/** The two nodes that a finding is about; null for one that is not there. */
export interface Places {
  readonly base: DescriptionNode | null;
  readonly head: DescriptionNode | null;
}

export function find(code: ChangeCode, message: string, { base, head }: Places): Finding {
  return { code, message, base: base?.pointer ?? null, head: head?.pointer ?? null };
}
