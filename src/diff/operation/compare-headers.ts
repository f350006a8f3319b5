import { SERVICE_HEADERS } from '../../protocol/service-headers.js';
import { createFinding, type Finding } from '../change.js';
import {
  type DescriptionNode,
  follow,
  isTrue,
  listMembers,
  readText,
  stepInto,
} from '../description-node.js';
import { compareUsedSchemas, type SchemaUse } from './compare-used-schemas.js';

/**
 * Compares the headers of two responses by case-insensitive names. Headers that every procgen service sends are skipped:
 * they follow from rate limits and deprecations, which are compared separately.
 */
export function compareHeaders(
  base: DescriptionNode,
  head: DescriptionNode,
  use: SchemaUse,
): readonly Finding[] {
  const [from, to] = [readHeaders(base), readHeaders(head)];
  const findings: Finding[] = [];
  for (const [key, { name, node: before }] of from) {
    const after = to.get(key)?.node;
    if (after) findings.push(...compareHeader(name, before, after, use));
    else {
      const code = isTrue(before, 'required')
        ? 'required-response-header-removed'
        : 'response-header-removed';
      findings.push(
        createFinding(code, `${use.subject}: the header \`${name}\` is gone.`, { base: before, head: null }),
      );
    }
  }
  for (const [key, { name, node: after }] of to) {
    if (from.has(key)) continue;
    const message = `${use.subject}: the header \`${name}\` is new.`;
    findings.push(createFinding('response-header-added', message, { base: null, head: after }));
  }
  return findings;
}

function readHeaders(
  headers: DescriptionNode,
): ReadonlyMap<string, { readonly name: string; readonly node: DescriptionNode }> {
  const own = listMembers(headers).filter(([name, node]) => !isServiceHeader(name, node));
  return new Map(own.map(([name, node]) => [name.toLowerCase(), { name, node: follow(node) }]));
}

/** Procgen refers to its own headers as components; a header that an author declares is inline. */
function isServiceHeader(name: string, node: DescriptionNode): boolean {
  return (
    SERVICE_HEADERS.some((known) => known === name) &&
    readText(node, '$ref') === `#/components/headers/${name}`
  );
}

function compareHeader(
  name: string,
  base: DescriptionNode,
  head: DescriptionNode,
  use: SchemaUse,
): readonly Finding[] {
  const subject = `${use.subject}, header \`${name}\``;
  const schemas = compareUsedSchemas(stepInto(base, 'schema'), stepInto(head, 'schema'), { ...use, subject });
  const isRequired = isTrue(head, 'required');
  if (isTrue(base, 'required') === isRequired) return schemas;
  const changed = isRequired
    ? createFinding('response-header-became-required', `${subject} is always sent now.`, { base, head })
    : createFinding('response-header-became-optional', `${subject} may be missing now.`, { base, head });
  return [changed, ...schemas];
}
