import type { Change } from '../../diff/change.js';
import type { Level } from '../../diff/level.js';

export type FailOn = Exclude<Level, 'safe'> | 'none';

/** What `procgen diff --json` prints; the shape is a promise, `version` changes when it breaks. */
export interface DiffReport {
  readonly version: 1;
  /** Whether nothing is as bad as `failOn`. False too when there was nothing to compare. */
  readonly ok: boolean;
  readonly failOn: FailOn;
  /** As they were named; null for the procedures of the project. */
  readonly base: string;
  readonly head: string | null;
  readonly counts: Readonly<Record<Level, number>>;
  /** The worst first. */
  readonly changes: readonly Change[];
  /** What kept the descriptions from being compared. */
  readonly error?: { readonly message: string; readonly help?: string };
}

export function countLevels(changes: readonly Change[]): DiffReport['counts'] {
  const counts = { breaking: 0, risky: 0, safe: 0 };
  for (const { level } of changes) counts[level]++;
  return counts;
}

/** `2 breaking, 1 risky and 3 safe changes`; `no changes`. */
export function summarizeLevels({ breaking, risky, safe }: DiffReport['counts']): string {
  const total = breaking + risky + safe;
  if (total === 0) return 'no changes';
  return `${breaking} breaking, ${risky} risky and ${safe} safe change${total === 1 ? '' : 's'}`;
}
