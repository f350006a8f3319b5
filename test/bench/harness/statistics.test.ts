import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairSamples, quantile, summarize } from './statistics.js';

describe('Statistics', () => {
  it('tell median, middle half and ends of known numbers', () => {
    expect(summarize([5, 1, 4, 2, 3])).toEqual({
      median: 3,
      lowerQuartile: 2,
      upperQuartile: 4,
      min: 1,
      max: 5,
    });
    expect(quantile([1, 2], 0.5)).toBe(1.5);
    expect(quantile([10, 20, 30, 40], 0.25)).toBe(17.5);
    expect(quantile([7], 0.99)).toBe(7);
  });

  it('leave the samples in the order of their rounds', () => {
    const samples = [3, 1, 2];
    summarize(samples);
    expect(samples).toEqual([3, 1, 2]);
  });

  it('tell the ratio of pairs and not of medians', () => {
    const slowedInRoundTwo = [10, 100, 10, 10, 12];
    const baseline = [5, 50, 5, 5, 12];
    const { ratio, wins, rounds } = pairSamples(slowedInRoundTwo, baseline);
    expect(ratio).toEqual({ median: 2, lowerQuartile: 2, upperQuartile: 2, min: 1, max: 2 });
    expect({ wins, rounds }).toEqual({ wins: 0, rounds: 5 });
    expect(pairSamples([1, 3], [2, 2]).wins).toBe(1);
  });

  it('find no difference between what the machine slows down alike', () => {
    const load = fc.double({ min: 1, max: 10, noNaN: true });
    fc.assert(
      fc.property(fc.array(load, { minLength: 1, maxLength: 20 }), (loads) => {
        const { ratio } = pairSamples(
          loads.map((factor) => 3 * factor),
          loads.map((factor) => 2 * factor),
        );
        expect(ratio.min).toBeCloseTo(1.5);
        expect(ratio.max).toBeCloseTo(1.5);
      }),
    );
  });

  it('are refused where there is nothing, or a round that only one has run', () => {
    expect(() => quantile([], 0.5)).toThrow(RangeError);
    expect(() => pairSamples([1, 2], [1])).toThrow(RangeError);
  });
});
