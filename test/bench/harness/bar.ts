import type { Series } from './compare.js';
import { pairSamples, quantile } from './statistics.js';

/** A figure that must not be exceeded. */
export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
  /** What the value cannot be less than on this machine, in this run. */
  readonly floor?: number;
  /** Of a comparison with a rival: in how many of the paired rounds ours was lower, and in how many it must be. */
  readonly lower?: { readonly rounds: number; readonly of: number; readonly atLeast: number };
}

export function isMet({ value, limit, lower }: Bar): boolean {
  return value <= limit && (lower === undefined || lower.rounds >= lower.atLeast);
}

/** The share of the paired rounds in which who is below a rival is lower. */
const SHARE_BELOW = 0.8;

/** Whether ours is below a rival: a lower median, and lower in at least eight of ten paired rounds. */
export function createRivalBar(name: string, ours: Series, rival: Series): Bar {
  const { wins, rounds } = pairSamples(ours.samples, rival.samples);
  return {
    name: `${name}, below ${rival.contender}`,
    value: quantile(ours.samples, 0.5) / quantile(rival.samples, 0.5),
    limit: 1,
    unit: '× its median',
    lower: { rounds: wins, of: rounds, atLeast: Math.ceil(rounds * SHARE_BELOW) },
  };
}
