import { createFinding, type Finding } from '../change.js';
import type { OperationCode } from '../change-catalog.js';
import { type DescriptionNode, listMembers, stepInto } from '../description-node.js';
import { compareEncoding } from './compare-encoding.js';
import { compareUsedSchemas, type SchemaUse } from './compare-used-schemas.js';

export interface ContentCodes {
  readonly added: OperationCode;
  readonly removed: OperationCode;
}

/** Compares the media types of two `content` objects and their schemas. */
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
      findings.push(createFinding(use.codes.removed, message, { base: before, head: null }));
      continue;
    }
    findings.push(...compareUsedSchemas(stepInto(before, 'schema'), stepInto(after, 'schema'), use));
    findings.push(...compareEncoding(before, after, use));
  }
  for (const [name, after] of to) {
    if (from.has(name)) continue;
    const message = `${use.subject}: the media type \`${name}\` is new.`;
    findings.push(createFinding(use.codes.added, message, { base: null, head: after }));
  }
  return findings;
}

/** Media types by name, in lower case and without spaces (RFC 9110, section 8.3.1). */
function readMediaTypes(content: DescriptionNode): ReadonlyMap<string, DescriptionNode> {
  return new Map(listMembers(content).map(([name, node]) => [name.toLowerCase().replace(/\s/g, ''), node]));
}
