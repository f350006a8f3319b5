import type { Finding } from '../change.js';
import { type DescriptionNode, stepInto } from '../description-node.js';
import { isObject, isSame } from '../json.js';
import { find } from './finding.js';

/** Compares what only readers read: one finding for all of the keywords, extensions included. */
export function compareWords(
  base: DescriptionNode,
  head: DescriptionNode,
  options: {
    readonly subject: string;
    readonly keywords: readonly string[];
    /** Extensions that somebody else compares. */
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
  return [find('documentation-changed', `${subject}: ${names} changed.`, { base, head })];
}

function listExtensions(base: DescriptionNode, head: DescriptionNode): readonly string[] {
  const keys = [base, head].flatMap(({ value }) => (isObject(value) ? Object.keys(value) : []));
  return [...new Set(keys.filter((key) => key.startsWith('x-')))];
}
