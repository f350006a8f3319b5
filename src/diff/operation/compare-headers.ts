import { SERVICE_HEADERS } from '../../protocol/service-headers.js';
import type { Finding } from '../change.js';
import {
  type DescriptionNode,
  follow,
  isTrue,
  listMembers,
  readText,
  stepInto,
} from '../description-node.js';
import { compareUsedSchemas, type SchemaUse } from './compare-used-schemas.js';
import { find } from './finding.js';

/**
 * Compares the headers of two responses, whatever the case of their names. The headers that a procgen service sets
 * itself are left out: they follow from limits and deprecations, which are compared as such.
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
        find(code, `${use.subject}: the header \`${name}\` is gone.`, { base: before, head: null }),
      );
    }
  }
  for (const [key, { name, node: after }] of to) {
    if (from.has(key)) continue;
    const message = `${use.subject}: the header \`${name}\` is new.`;
    findings.push(find('response-header-added', message, { base: null, head: after }));
  }
  return findings;
}

function readHeaders(
  headers: DescriptionNode,
): ReadonlyMap<string, { readonly name: string; readonly node: DescriptionNode }> {
  const own = listMembers(headers).filter(([name, node]) => !isServiceHeader(name, node));
  return new Map(own.map(([name, node]) => [name.toLowerCase(), { name, node: follow(node) }]));
}

/** A header of that name that an author declares is written out, and so is that of another tool's description. */
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
    ? find('response-header-became-required', `${subject} is always sent now.`, { base, head })
    : find('response-header-became-optional', `${subject} may be missing now.`, { base, head });
  return [changed, ...schemas];
}
