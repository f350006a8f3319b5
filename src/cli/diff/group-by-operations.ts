import type { Change } from '../../diff/change.js';

export interface ChangeGroup {
  /** `GET /items, POST /items and 3 more`. */
  readonly title: string;
  readonly changes: readonly Change[];
}

const SHOWN = 3;

/** Groups changes by the operations that they affect, in order of appearance. */
export function groupByOperations(changes: readonly Change[]): readonly ChangeGroup[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const title = printOperations(change.operations);
    groups.set(title, [...(groups.get(title) ?? []), change]);
  }
  return [...groups].map(([title, own]) => ({ title, changes: own }));
}

export function printOperations(operations: readonly string[]): string {
  if (operations.length === 0) return 'the API as a whole';
  const shown = operations.slice(0, SHOWN).join(', ');
  const rest = operations.length - SHOWN;
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}
