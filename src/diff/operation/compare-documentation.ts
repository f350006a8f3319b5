import type { Finding } from '../change.js';
import { createFinding } from '../change.js';
import { type DescriptionNode, listExtensions, stepInto } from '../description-node.js';
import { isSame } from '../json.js';

/** Compares keywords that are only documentation, and extensions; one finding for all. */
export function compareDocumentation(
  base: DescriptionNode,
  head: DescriptionNode,
  options: {
    readonly subject: string;
    readonly keywords: readonly string[];
    /** Extensions that are compared elsewhere. */
    readonly besides?: readonly string[];
  },
): readonly Finding[] {
  const { subject, keywords, besides = [] } = options;
  const changed = [...keywords, ...listExtensions(base, head)].filter(
    (keyword) =>
      !besides.includes(keyword) && !isSame(stepInto(base, keyword).value, stepInto(head, keyword).value),
  );
  if (changed.length === 0) return [];
  const names = changed.map((keyword) => `\`${keyword}\``).join(', ');
  return [createFinding('documentation-changed', `${subject}: ${names} changed.`, { base, head })];
}
