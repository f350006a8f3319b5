import type { Finding } from './change.js';
import { type DescriptionNode, listMembers, rootNode, stepInto } from './description-node.js';
import { type JsonObject, printStable } from './json.js';
import { compareServers } from './operation/compare-servers.js';
import { compareWords } from './operation/compare-words.js';
import { find } from './operation/finding.js';

/**
 * Compares what two descriptions say of the API as a whole. Schemas among the `orphans` go with the operations that
 * used them, and are not told of again.
 */
export function compareApi(
  base: JsonObject,
  head: JsonObject,
  orphans: ReadonlySet<string>,
): readonly Finding[] {
  const [from, to] = [rootNode(base), rootNode(head)];
  return [
    ...compareServers(from, to),
    ...compareSchemes(from, to),
    ...compareSchemaNames(from, to, orphans),
    ...compareWords(from, to, {
      subject: 'Documentation',
      keywords: ['info', 'tags', 'externalDocs', 'openapi', 'jsonSchemaDialect'],
    }),
  ];
}

/** How credentials travel, and where they come from. A scheme that comes or goes shows in the operations that use it. */
function compareSchemes(base: DescriptionNode, head: DescriptionNode): readonly Finding[] {
  return listMembers(stepInto(base, 'components', 'securitySchemes')).flatMap(([name, before]) => {
    const after = stepInto(head, 'components', 'securitySchemes', name);
    if (after.value === undefined) return [];
    const nodes = { base: before, head: after };
    if (printKeys(before, TRAVEL) !== printKeys(after, TRAVEL)) {
      return [find('security-scheme-changed', `The credentials of \`${name}\` travel another way.`, nodes)];
    }
    return printKeys(before, SETTINGS) === printKeys(after, SETTINGS)
      ? compareWords(before, after, { subject: `Security scheme \`${name}\``, keywords: ['description'] })
      : [find('security-scheme-settings-changed', `The addresses or scopes of \`${name}\` changed.`, nodes)];
  });
}

const TRAVEL = ['type', 'scheme', 'in', 'name'];
const SETTINGS = ['flows', 'openIdConnectUrl', 'bearerFormat'];

function printKeys(node: DescriptionNode, keys: readonly string[]): string {
  return keys.map((key) => printStable(stepInto(node, key).value)).join(' ');
}

/** Generated clients give each named schema a type of that name. */
function compareSchemaNames(
  base: DescriptionNode,
  head: DescriptionNode,
  orphans: ReadonlySet<string>,
): readonly Finding[] {
  const [from, to] = [base, head].map(
    (node) => new Map(listMembers(stepInto(node, 'components', 'schemas'))),
  );
  const removed = [...(from ?? [])].filter(([name, { pointer }]) => !to?.has(name) && !orphans.has(pointer));
  const added = [...(to ?? [])].filter(([name]) => !from?.has(name));
  return [
    ...removed.map(([name, node]) =>
      find('schema-removed', `The schema \`${name}\` is gone.`, { base: node, head: null }),
    ),
    ...added.map(([name, node]) =>
      find('schema-added', `The schema \`${name}\` is new.`, { base: null, head: node }),
    ),
  ];
}
