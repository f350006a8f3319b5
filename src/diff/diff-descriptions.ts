import type { Change, Finding } from './change.js';
import { lookUpChange } from './change-catalog.js';
import { compareApi } from './compare-api.js';
import { createUnchangedCheck } from './create-unchanged-check.js';
import type { JsonObject } from './json.js';
import { LEVELS } from './level.js';
import { listOrphans } from './list-orphans.js';
import { findRemovedOperation } from './operation/compare-lifecycle.js';
import { compareOperation } from './operation/compare-operation.js';
import { find } from './operation/finding.js';
import { matchOperations, type OperationPair } from './operation/match-operations.js';
import { listOperations, printOperation } from './operation/operation.js';
import { createSchemaComparison } from './schema/create-schema-comparison.js';

/** A finding together with the operation it was made in; null for the API as a whole. */
interface Located {
  readonly finding: Finding;
  readonly operation: string | null;
}

/**
 * Every difference between two OpenAPI 3.1 descriptions, the worst first, then in the order of the head. A change of a
 * named schema is one change, with all the operations that use it. Throws a `DescriptionFault` for a reference that
 * leads nowhere. `now` decides whether a sunset date has passed.
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
    return [find(code, `${printOperation(head)} is new.`, { base: null, head: head.node })];
  }
  if (!base) return [];
  if (!options.isWebhook) return [findRemovedOperation(base, options.now)];
  return [find('webhook-removed', `${printOperation(base)} is gone.`, { base: base.node, head: null })];
}

/** One change for findings that are the same fact seen from several operations. */
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
