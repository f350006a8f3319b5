import { type Change, createFinding, type Finding } from './change.js';
import { lookUpChange } from './change-catalog.js';
import { compareApi } from './compare-api.js';
import { createUnchangedCheck, listTargets } from './create-unchanged-check.js';
import { stepInto } from './description-node.js';
import type { JsonObject } from './json.js';
import { LEVELS } from './level.js';
import { findRemovedOperation } from './operation/compare-lifecycle.js';
import { compareOperation } from './operation/compare-operation.js';
import { listOperations, type Operation, printOperation } from './operation/operation.js';
import { createSchemaComparison } from './schema/create-schema-comparison.js';

/** A finding and its operation; null for the API as a whole. */
interface Located {
  readonly finding: Finding;
  readonly operation: string | null;
}

/**
 * Every difference between two OpenAPI 3.1 descriptions, by level, then in the order of the head. A change of a named
 * schema is one change with all operations that use it. Throws a `DescriptionError` for a reference without a target.
 * `now` decides whether a sunset date has passed.
 */
export function diffDescriptions(
  base: JsonObject,
  head: JsonObject,
  options: { readonly now: Date },
): readonly Change[] {
  const isUnchanged = createUnchangedCheck(base, head);
  const compare = createSchemaComparison(isUnchanged);
  const pairs = (['paths', 'webhooks'] as const).flatMap((section) =>
    matchOperations(listOperations(base, section), listOperations(head, section)).map((pair) => ({
      ...pair,
      isWebhook: section === 'webhooks',
    })),
  );
  const orphans = listOrphans(
    pairs.flatMap((pair) => (pair.head ? [] : (pair.base ?? []))),
    pairs.flatMap((pair) => (pair.head ? (pair.base ?? []) : [])),
  );
  const located: Located[] = compareApi(base, head, orphans).map((finding) => ({ finding, operation: null }));
  for (const { isWebhook, ...pair } of pairs) {
    const operation = pair.head ?? pair.base;
    if (!operation) continue;
    for (const finding of comparePair(pair, { compare, isWebhook, now: options.now })) {
      located.push({ finding, operation: printOperation(operation) });
    }
  }
  return sortChanges(joinFindings(located));
}

function comparePair(
  { base, head }: OperationPair,
  options: Parameters<typeof compareOperation>[2] & { readonly now: Date },
): readonly Finding[] {
  if (base && head) return compareOperation(base, head, options);
  if (head) {
    const code = options.isWebhook ? 'webhook-added' : 'operation-added';
    return [createFinding(code, `${printOperation(head)} is new.`, { base: null, head: head.node })];
  }
  if (!base) return [];
  if (!options.isWebhook) return [findRemovedOperation(base, options.now)];
  return [
    createFinding('webhook-removed', `${printOperation(base)} is gone.`, { base: base.node, head: null }),
  ];
}

/** Joins equal findings of several operations to one change. */
function joinFindings(located: readonly Located[]): readonly Change[] {
  const changes = new Map<string, Change & { operations: string[] }>();
  for (const { finding, operation } of located) {
    const key = [finding.code, finding.base, finding.head, finding.message].join('\n');
    const change = changes.get(key) ?? { ...finding, ...lookUpChange(finding.code), operations: [] };
    changes.set(key, change);
    if (operation !== null && change.operations.at(-1) !== operation) change.operations.push(operation);
  }
  return [...changes.values()];
}

function sortChanges(changes: readonly Change[]): readonly Change[] {
  return LEVELS.flatMap((level) => changes.filter((change) => change.level === level));
}

/** The pointers of the components that operations of `removed` use and none of `kept` does. */
function listOrphans(removed: readonly Operation[], kept: readonly Operation[]): ReadonlySet<string> {
  const [orphans, used] = [listComponents(removed), listComponents(kept)];
  for (const pointer of used) orphans.delete(pointer);
  return orphans;
}

function listComponents(operations: readonly Operation[]): Set<string> {
  const pointers = new Set<string>();
  const nodes = operations.flatMap(({ node, item }) => [node, stepInto(item, 'parameters')]);
  for (const node of nodes) {
    for (const target of listTargets(node).values()) {
      if (pointers.has(target.pointer)) continue;
      pointers.add(target.pointer);
      nodes.push(target);
    }
  }
  return pointers;
}

/** An operation in base and head; null where it does not exist. */
interface OperationPair {
  readonly base: Operation | null;
  readonly head: Operation | null;
}

/** Matches operations by method and path, the rest by operationId; in the order of the head, removed ones last. */
function matchOperations(base: readonly Operation[], head: readonly Operation[]): readonly OperationPair[] {
  const byRoute = new Map(base.map((operation) => [operation.route, operation]));
  const left = new Set(base);
  const found = new Map<Operation, Operation>();
  for (const operation of head) {
    const before = byRoute.get(operation.route);
    if (before && left.delete(before)) found.set(operation, before);
  }
  const byId = new Map([...left].flatMap((operation) => (operation.id ? [[operation.id, operation]] : [])));
  for (const operation of head) {
    const before = found.has(operation) || !operation.id ? undefined : byId.get(operation.id);
    if (before && left.delete(before)) found.set(operation, before);
  }
  return [
    ...head.map((operation) => ({ base: found.get(operation) ?? null, head: operation })),
    ...[...left].map((operation) => ({ base: operation, head: null })),
  ];
}
