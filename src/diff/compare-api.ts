import { createFinding, type Finding } from './change.js';
import { type DescriptionNode, listMembers, rootNode, stepInto } from './description-node.js';
import { type JsonObject, printStable } from './json.js';
import { compareDocumentation } from './operation/compare-documentation.js';
import { compareServers } from './operation/compare-servers.js';

/**
 * Compares the parts of two descriptions that belong to no operation. The schemas among `orphans` are not reported: they
 * were removed with the operations that used them.
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
    ...compareDocumentation(from, to, {
      subject: 'Documentation',
      keywords: ['info', 'tags', 'externalDocs', 'openapi', 'jsonSchemaDialect'],
    }),
  ];
}

/** Compares schemes that both descriptions have; others show in the operations that use them. */
function compareSchemes(base: DescriptionNode, head: DescriptionNode): readonly Finding[] {
  return listMembers(stepInto(base, 'components', 'securitySchemes')).flatMap(([name, before]) => {
    const after = stepInto(head, 'components', 'securitySchemes', name);
    if (after.value === undefined) return [];
    const nodes = { base: before, head: after };
    if (printKeys(before, CREDENTIAL_KEYS) !== printKeys(after, CREDENTIAL_KEYS)) {
      return [
        createFinding(
          'security-scheme-changed',
          `The credentials of \`${name}\` are sent differently.`,
          nodes,
        ),
      ];
    }
    return printKeys(before, SETTINGS) === printKeys(after, SETTINGS)
      ? compareDocumentation(before, after, {
          subject: `Security scheme \`${name}\``,
          keywords: ['description'],
        })
      : [
          createFinding(
            'security-scheme-settings-changed',
            `The URLs or scopes of \`${name}\` changed.`,
            nodes,
          ),
        ];
  });
}

const CREDENTIAL_KEYS = ['type', 'scheme', 'in', 'name'];
const SETTINGS = ['flows', 'openIdConnectUrl', 'bearerFormat'];

function printKeys(node: DescriptionNode, keys: readonly string[]): string {
  return keys.map((key) => printStable(stepInto(node, key).value)).join(' ');
}

/** Compares the names of schemas, which are names of types in generated clients. */
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
      createFinding('schema-removed', `The schema \`${name}\` is gone.`, { base: node, head: null }),
    ),
    ...added.map(([name, node]) =>
      createFinding('schema-added', `The schema \`${name}\` is new.`, { base: null, head: node }),
    ),
  ];
}
