import { describe, expect, it } from 'vitest';
import { createRivalBar, isMet } from './bar.js';

const TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const ours = { contender: 'ours', samples: TEN };

/** A rival that is slower by one in so many of ten rounds, and quicker by one in the others. */
const slowerIn = (rounds: number) => ({
  contender: 'rival',
  samples: TEN.map((sample, round) => (round < rounds ? sample + 1 : sample - 1)),
});

describe('Below a rival', () => {
  it.each([10, 8])('is who is lower in %i of ten rounds, with a lower median', (rounds) => {
    const bar = createRivalBar('health', ours, slowerIn(rounds));
    expect(bar).toMatchObject({ name: 'health, below rival', lower: { rounds, of: 10, atLeast: 8 } });
    expect(isMet(bar)).toBe(true);
  });

  it('is not who is lower in seven, whatever the medians are', () => {
    const bar = createRivalBar('health', ours, slowerIn(7));
    expect(bar.value).toBeLessThan(1);
    expect(isMet(bar)).toBe(false);
  });

  it('is not who has the higher median, however many rounds were lower', () => {
    const bar = createRivalBar('health', ours, slowerIn(10));
    expect(isMet({ ...bar, value: 1.01 })).toBe(false);
  });

  it('takes nine rounds of eleven', () => {
    const eleven = { contender: 'eleven', samples: [...TEN, 11] };
    expect(createRivalBar('health', eleven, eleven).lower).toEqual({ rounds: 0, of: 11, atLeast: 9 });
  });
});
