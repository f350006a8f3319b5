import { type DescriptionNode, listMembers, rootNode, targetOf } from './description-node.js';
import { isObject, type JsonObject, printStable } from './json.js';

/** Whether two nodes are equal, everything that they refer to included. */
export type UnchangedCheck = (base: DescriptionNode, head: DescriptionNode) => boolean;

/**
 * Prepares the check by comparing the text of every referenced component once. It skips the keyword-by-keyword comparison
 * of equal parts, which are most of two descriptions.
 */
export function createUnchangedCheck(base: JsonObject, head: JsonObject): UnchangedCheck {
  const before = listTargets(rootNode(base));
  const after = listTargets(rootNode(head));
  const changed = propagateChanges(before, findChanged(before, after));
  return (from, to) =>
    printStable(from.value) === printStable(to.value) &&
    listReferences(from.value).every((reference) => !changed.has(reference));
}

/** The target of every reference below a node, by the reference's text. */
export function listTargets(root: DescriptionNode): ReadonlyMap<string, DescriptionNode> {
  const targets = new Map<string, DescriptionNode>();
  const visit = (node: DescriptionNode): void => {
    if (isObject(node.value) && typeof node.value.$ref === 'string') {
      const { $ref } = node.value;
      // A `$ref` inside of an example is not a reference.
      if (!targets.has($ref) && $ref.startsWith('#')) targets.set($ref, readTarget(node));
    }
    for (const [, member] of listMembers(node)) visit(member);
  };
  visit(root);
  return targets;
}

function readTarget(node: DescriptionNode): DescriptionNode {
  try {
    return targetOf(node) ?? node;
  } catch {
    return { ...node, value: undefined };
  }
}

function findChanged(
  before: ReadonlyMap<string, DescriptionNode>,
  after: ReadonlyMap<string, DescriptionNode>,
): Set<string> {
  const changed = new Set<string>();
  for (const [reference, target] of before) {
    const other = after.get(reference);
    if (!other || printStable(target.value) !== printStable(other.value)) changed.add(reference);
  }
  return changed;
}

/** Adds to `changed` every reference whose target refers, directly or not, to a changed one. */
function propagateChanges(
  targets: ReadonlyMap<string, DescriptionNode>,
  changed: Set<string>,
): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  for (const [reference, target] of targets) {
    for (const used of listReferences(target.value)) users.set(used, [...(users.get(used) ?? []), reference]);
  }
  for (const reference of changed) for (const user of users.get(reference) ?? []) changed.add(user);
  return changed;
}

function listReferences(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(listReferences);
  if (!isObject(value)) return [];
  const own = typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(listReferences)];
}
