import type { Change } from '../../diff/change.js';
import { LEVELS, type Level } from '../../diff/level.js';
import { count } from '../print/count.js';

export type FailOn = Exclude<Level, 'safe'> | 'none';

/** The output of `procgen diff --json`; `version` increases when the shape breaks. */
export interface DiffReport {
  readonly version: 1;
  /** Whether all changes are below `failOn`. Also false when the descriptions could not be compared. */
  readonly ok: boolean;
  readonly failOn: FailOn;
  /** As named by the user; null for the procedures of the project. */
  readonly base: string;
  readonly head: string | null;
  readonly counts: Readonly<Record<Level, number>>;
  /** By level, breaking first. */
  readonly changes: readonly Change[];
  /** Why there was nothing to compare with. */
  readonly note?: string;
  /** Why the descriptions could not be compared. */
  readonly error?: { readonly message: string; readonly help?: string };
}

export function countLevels(changes: readonly Change[]): DiffReport['counts'] {
  const counts = { breaking: 0, risky: 0, safe: 0 };
  for (const { level } of changes) counts[level]++;
  return counts;
}

/** `1 breaking change, 3 safe changes`; `no changes`. */
export function summarizeLevels(counts: DiffReport['counts']): string {
  const found = LEVELS.filter((level) => counts[level] > 0);
  return found.map((level) => count(counts[level], `${level} change`)).join(', ') || 'no changes';
}
