import type { Series } from './compare.js';
import type { TakenProfile } from './take-profile.js';

/** What one bench found. */
export interface Report {
  readonly bench: string;
  readonly tables: readonly Table[];
  readonly bars: readonly Bar[];
  /** Empty unless they were asked for. */
  readonly profiles: readonly TakenProfile[];
}

export interface Table {
  readonly title: string;
  /** What a sample counts, such as `µs CPU a request`. */
  readonly unit: string;
  /**
   * `rounds`: a sample is the mean of one round, and the contenders are compared round by round. `single`: a sample
   * is one operation, and the rare slow ones are what is looked for.
   */
  readonly kind: 'rounds' | 'single';
  readonly series: readonly Series[];
  /** The contender that the others are told in multiples of. */
  readonly baseline: string;
}

/** A figure that must not be exceeded. */
export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
  /** What the value cannot be less than on this machine, in this run. */
  readonly floor?: number;
}
