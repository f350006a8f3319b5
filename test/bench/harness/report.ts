import type { Bar } from './bar.js';
import type { Series } from './compare.js';
import type { TakenProfile } from './take-profile.js';

/** What one bench found. */
export interface Report {
  readonly bench: string;
  /** The versions that were measured, such as `v24.21.0`, where they are not that of the bench itself. */
  readonly node?: string;
  readonly tables: readonly Table[];
  /** Figures that are the same at every run, or nearly so. */
  readonly sheets?: readonly Sheet[];
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

/** A row a measure, a column a contender; the first is the one that the others are told in multiples of. */
export interface Sheet {
  readonly title: string;
  readonly contenders: readonly string[];
  readonly rows: readonly {
    readonly measure: string;
    readonly unit: string;
    /** In the order of the contenders. */
    readonly values: readonly number[];
  }[];
}
