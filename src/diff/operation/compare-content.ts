import type { Finding } from '../change.js';
import type { OperationCode } from '../change-catalog.js';
import { type DescriptionNode, listMembers, stepInto } from '../description-node.js';
import { isSame } from '../json.js';
import { compareUsedSchemas, type SchemaUse } from './compare-used-schemas.js';
import { find } from './finding.js';

export interface ContentCodes {
  readonly added: OperationCode;
  readonly removed: OperationCode;
}

/** Compares two maps of media types and what each of them carries. */
export function compareContent(
  base: DescriptionNode,
  head: DescriptionNode,
  use: SchemaUse & { readonly codes: ContentCodes },
): readonly Finding[] {
  const [from, to] = [readMediaTypes(base), readMediaTypes(head)];
  const findings: Finding[] = [];
  for (const [name, before] of from) {
    const after = to.get(name);
    if (!after) {
      const message = `${use.subject}: the media type \`${name}\` is gone.`;
      findings.push(find(use.codes.removed, message, { base: before, head: null }));
      continue;
    }
    findings.push(...compareUsedSchemas(stepInto(before, 'schema'), stepInto(after, 'schema'), use));
    if (!isSame(stepInto(before, 'encoding').value, stepInto(after, 'encoding').value)) {
      const message = `${use.subject}: the \`encoding\` of \`${name}\` is another.`;
      findings.push(find('media-type-changed', message, { base: before, head: after }));
    }
  }
  for (const [name, after] of to) {
    if (from.has(name)) continue;
    const message = `${use.subject}: the media type \`${name}\` is new.`;
    findings.push(find(use.codes.added, message, { base: null, head: after }));
  }
  return findings;
}

/** By their names without regard to case and spaces (RFC 9110, section 8.3.1). */
function readMediaTypes(content: DescriptionNode): ReadonlyMap<string, DescriptionNode> {
  return new Map(listMembers(content).map(([name, node]) => [name.toLowerCase().replace(/\s/g, ''), node]));
}
