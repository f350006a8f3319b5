import type { Finding } from '../change.js';
import { type DescriptionNode, listMembers, readText, rootNode, stepInto } from '../description-node.js';
import { printStable } from '../json.js';
import { find } from './finding.js';
import type { Operation } from './operation.js';

/** One way in: every scheme of it has to be satisfied, with all of its scopes. */
interface Alternative {
  readonly node: DescriptionNode;
  /** Scopes by scheme: its name, or, where only one side knows that, how its credentials travel. */
  readonly schemes: ReadonlyMap<string, readonly string[]>;
  readonly name: string;
}

/** Compares who may call two operations. */
export function compareSecurity(base: Operation, head: Operation): readonly Finding[] {
  const [from, to] = [readSecurity(base, head), readSecurity(head, base)];
  const nodes = { base: from.node, head: to.node };
  if (from.isPublic && to.isPublic) return [];
  if (from.isPublic) return [find('security-added', 'Callers have to authenticate now.', nodes)];
  if (to.isPublic) return [find('security-removed', 'Callers need not authenticate any more.', nodes)];
  const findings = from.alternatives.flatMap((before) => compareAlternative(before, to.alternatives));
  for (const after of to.alternatives) {
    const isKnown = from.alternatives.some(
      (before) => before.schemes.size === after.schemes.size && isNear(before, after),
    );
    if (isKnown) continue;
    const message = `Callers may authenticate with ${after.name} now.`;
    findings.push(find('security-alternative-added', message, { base: from.node, head: after.node }));
  }
  return findings;
}

function compareAlternative(before: Alternative, alternatives: readonly Alternative[]): Finding[] {
  const near = alternatives.filter((after) => isNear(before, after));
  const [first] = near;
  if (!first) {
    const message = `Callers may no longer authenticate with ${before.name}.`;
    return [find('security-alternative-removed', message, { base: before.node, head: null })];
  }
  const after = near.find((other) => listMissing(other, before).length === 0) ?? first;
  const nodes = { base: before.node, head: after.node };
  return [
    ...listMissing(after, before).map((scope) =>
      find('scope-added', `The scope \`${scope}\` is required now.`, nodes),
    ),
    ...listMissing(before, after).map((scope) =>
      find('scope-removed', `The scope \`${scope}\` is no longer required.`, nodes),
    ),
  ];
}

/** Whether the same schemes, or fewer, are asked for, whatever their scopes. */
function isNear(before: Alternative, after: Alternative): boolean {
  return [...after.schemes.keys()].every((scheme) => before.schemes.has(scheme));
}

/** The scopes that `left` asks for and `right` does not. */
function listMissing(left: Alternative, right: Alternative): readonly string[] {
  return [...left.schemes].flatMap(([scheme, scopes]) =>
    scopes.filter((scope) => !right.schemes.get(scheme)?.includes(scope)),
  );
}

interface Security {
  readonly node: DescriptionNode;
  readonly isPublic: boolean;
  readonly alternatives: readonly Alternative[];
}

function readSecurity({ node }: Operation, other: Operation): Security {
  const root = rootNode(node.document);
  const others = stepInto(rootNode(other.node.document), 'components', 'securitySchemes');
  const own = stepInto(node, 'security');
  const security = own.value === undefined ? stepInto(root, 'security') : own;
  const alternatives = listMembers(security).map(([, entry]) => readAlternative(entry, root, others));
  return {
    node: security.value === undefined ? node : security,
    isPublic: alternatives.length === 0 || alternatives.some(({ schemes }) => schemes.size === 0),
    alternatives,
  };
}

function readAlternative(
  entry: DescriptionNode,
  root: DescriptionNode,
  others: DescriptionNode,
): Alternative {
  const schemes = listMembers(entry).map(([name, scopes]): [string, readonly string[]] => {
    const isKnown = stepInto(others, name).value !== undefined;
    const scheme = stepInto(root, 'components', 'securitySchemes', name);
    const key = isKnown ? name : identifyScheme(scheme, name);
    return [key, listMembers(scopes).map(([, scope]) => String(scope.value))];
  });
  const names = listMembers(entry).map(([name]) => `\`${name}\``);
  return { node: entry, schemes: new Map(schemes), name: names.join(' and ') };
}

/** How credentials travel, as text: what a scheme of another name has to share to be the same. */
function identifyScheme(scheme: DescriptionNode, name: string): string {
  if (scheme.value === undefined) return name;
  const words = ['type', 'scheme', 'in', 'name'].map((key) => readText(scheme, key)?.toLowerCase());
  return printStable(words);
}
