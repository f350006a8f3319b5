import type { Operation } from './operation.js';

/** An operation before and after; null where it is not there. */
export interface OperationPair {
  readonly base: Operation | null;
  readonly head: Operation | null;
}

/** Matches operations by method and path, and what is left by operationId. In the order of the head, the removed last. */
export function matchOperations(
  base: readonly Operation[],
  head: readonly Operation[],
): readonly OperationPair[] {
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
