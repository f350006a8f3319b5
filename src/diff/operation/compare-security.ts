import { createFinding, type Finding } from '../change.js';
import { type DescriptionNode, listMembers, readText, rootNode, stepInto } from '../description-node.js';
import { printStable } from '../json.js';
import type { Operation } from './operation.js';
import { takesIdempotencyKey } from './parameter.js';

/** One way to authenticate: all schemes with all their scopes must be satisfied. */
interface Alternative {
  readonly node: DescriptionNode;
  /** Scopes by the scheme's name or, where only one description has that name, by how its credentials are sent. */
  readonly schemes: ReadonlyMap<string, readonly string[]>;
  readonly name: string;
}

/** Compares the security requirements of two operations. */
export function compareSecurity(base: Operation, head: Operation): readonly Finding[] {
  const [from, to] = [readSecurity(base, head), readSecurity(head, base)];
  const nodes = { base: from.node, head: to.node };
  if (from.isPublic && to.isPublic) return [];
  if (from.isPublic) return [createFinding('security-added', 'Callers must now authenticate.', nodes)];
  if (to.isPublic)
    return [createFinding('security-removed', 'Callers no longer need to authenticate.', nodes)];
  const isQuery = head.method === 'GET' || (head.method === 'POST' && !takesIdempotencyKey(head));
  // The scope that a key with scopes needs for an operation without any.
  const implied = isQuery ? 'read' : 'write';
  const findings = from.alternatives.flatMap((before) =>
    compareAlternative(before, to.alternatives, implied),
  );
  for (const after of to.alternatives) {
    const isKnown = from.alternatives.some(
      (before) => before.schemes.size === after.schemes.size && isNear(before, after),
    );
    if (isKnown) continue;
    const message = `Callers may now authenticate with ${after.name}.`;
    findings.push(
      createFinding('security-alternative-added', message, { base: from.node, head: after.node }),
    );
  }
  return findings;
}

function compareAlternative(
  before: Alternative,
  alternatives: readonly Alternative[],
  implied: string,
): Finding[] {
  const near = alternatives.filter((after) => isNear(before, after));
  const [first] = near;
  if (!first) {
    const message = `Callers may no longer authenticate with ${before.name}.`;
    return [createFinding('security-alternative-removed', message, { base: before.node, head: null })];
  }
  const after = near.find((other) => listMissing(other, before, implied).length === 0) ?? first;
  const nodes = { base: before.node, head: after.node };
  return [
    ...listMissing(after, before, implied).map((scope) =>
      createFinding('scope-added', `The scope \`${scope}\` is now required.`, nodes),
    ),
    ...listMissing(before, after, implied).map((scope) =>
      createFinding('scope-removed', `The scope \`${scope}\` is no longer required.`, nodes),
    ),
  ];
}

/** Whether `after` needs no scheme that `before` does not, whatever their scopes. */
function isNear(before: Alternative, after: Alternative): boolean {
  return [...after.schemes.keys()].every((scheme) => before.schemes.has(scheme));
}

/** The scopes that `left` requires and `right` does not. If one of them requires none, it requires the implied one. */
function listMissing(left: Alternative, right: Alternative, implied: string): readonly string[] {
  return [...left.schemes].flatMap(([scheme, scopes]) => {
    const others = right.schemes.get(scheme);
    const isEither = scopes.length > 0 || (others?.length ?? 0) > 0;
    const orImplied = (list: readonly string[]) => (isEither && list.length === 0 ? [implied] : list);
    return orImplied(scopes).filter((scope) => !others || !orImplied(others).includes(scope));
  });
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

/** How a scheme's credentials are sent, as text, which identifies a scheme under another name. */
function identifyScheme(scheme: DescriptionNode, name: string): string {
  if (scheme.value === undefined) return name;
  const words = ['type', 'scheme', 'in', 'name'].map((key) => readText(scheme, key)?.toLowerCase());
  return printStable(words);
}
