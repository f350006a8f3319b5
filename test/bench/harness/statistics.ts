/** What a contender's samples come to; the spread is that of the middle half of them. */
export interface Summary {
  readonly median: number;
  readonly lowerQuartile: number;
  readonly upperQuartile: number;
  readonly min: number;
  readonly max: number;
}

/** The value below which a share of `q` lies, interpolated between neighbours (R's type 7). */
export function quantile(samples: readonly number[], q: number): number {
  if (samples.length === 0) throw new RangeError('There is no quantile of nothing.');
  const sorted = samples.toSorted((left, right) => left - right);
  const position = (sorted.length - 1) * q;
  const below = sorted[Math.floor(position)] as number;
  const above = sorted[Math.ceil(position)] as number;
  return below + (above - below) * (position - Math.floor(position));
}

export function summarize(samples: readonly number[]): Summary {
  return {
    median: quantile(samples, 0.5),
    lowerQuartile: quantile(samples, 0.25),
    upperQuartile: quantile(samples, 0.75),
    min: quantile(samples, 0),
    max: quantile(samples, 1),
  };
}

/** How one contender stands to another, round by round. */
export interface Pairing {
  /** Of the first's samples to the second's, each pair of one round. */
  readonly ratio: Summary;
  /** The rounds in which the first was lower. */
  readonly wins: number;
  readonly rounds: number;
}

/**
 * Compares samples by their rounds: what slowed the machine in one round slowed both, and falls out of the ratio.
 * Throws when there is not one sample of each for every round.
 */
export function pairSamples(samples: readonly number[], baseline: readonly number[]): Pairing {
  if (samples.length !== baseline.length) throw new RangeError('Pairs need as many samples of each.');
  const ratios = samples.map((sample, round) => sample / (baseline[round] as number));
  return {
    ratio: summarize(ratios),
    wins: ratios.filter((ratio) => ratio < 1).length,
    rounds: ratios.length,
  };
}
