import { describe, expect, it } from 'vitest';
import { type Contender, compareContenders } from './compare.js';

/** A contender whose clock stands still but for what its work costs. */
function createContender(
  name: string,
  costs: readonly number[],
  { diary = [], check = async () => {} }: { diary?: string[]; check?: () => Promise<void> } = {},
): Contender {
  let round = 0;
  let cpu = 0;
  return {
    name,
    check,
    async run(operations) {
      diary.push(name);
      cpu += operations * (costs[round++] ?? Number.NaN);
    },
    readCpu: async () => cpu,
    profile: () => Promise.reject(new Error('Nobody asked for a profile.')),
  };
}

describe('Contenders', () => {
  it('are run by turns, and what each used is told per operation, the warm-up left out', async () => {
    const diary: string[] = [];
    const one = createContender('one', [90, 80, 1, 2, 3], { diary });
    const two = createContender('two', [90, 80, 4, 5, 6], { diary });
    const series = await compareContenders([one, two], { rounds: 3, operations: 1_000 });
    expect(diary).toEqual(['one', 'two', 'two', 'one', 'one', 'two', 'two', 'one', 'one', 'two']);
    expect(series).toEqual([
      { contender: 'one', samples: [1, 2, 3] },
      { contender: 'two', samples: [4, 5, 6] },
    ]);
  });

  it('share out a round in turns, of which each begins one as often as the others', async () => {
    const diary: string[] = [];
    const flat = Array.from({ length: 12 }, () => 2);
    const rising = Array.from({ length: 12 }, (_, turn) => turn);
    const one = createContender('one', flat, { diary });
    const two = createContender('two', rising, { diary });
    const series = await compareContenders([one, two], { rounds: 1, operations: 10, turns: 4 });
    expect(diary.slice(-8)).toEqual(['one', 'two', 'two', 'one', 'one', 'two', 'two', 'one']);
    // Ten operations in turns of 2, 3, 2 and 3.
    expect(series).toEqual([
      { contender: 'one', samples: [2] },
      { contender: 'two', samples: [(2 * 8 + 3 * 9 + 2 * 10 + 3 * 11) / 10] },
    ]);
  });

  it('are not timed, none of them, when one answers wrongly', async () => {
    const diary: string[] = [];
    const right = createContender('right', [], { diary });
    const wrong = createContender('wrong', [], {
      diary,
      check: () => Promise.reject(new Error('It said 41.')),
    });
    const failure = await compareContenders([right, wrong], { rounds: 3, operations: 10 }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({
      message: 'wrong does the job wrong, so nothing is measured.',
      cause: { message: 'It said 41.' },
    });
    expect(diary).toEqual([]);
  });

  it('give no figures when one answers wrongly afterwards', async () => {
    let checks = 0;
    const tiring = createContender('tiring', [1, 1, 1], {
      check: async () => {
        if (++checks > 1) throw new Error('Too tired.');
      },
    });
    await expect(compareContenders([tiring], { rounds: 1, operations: 10 })).rejects.toThrow('tiring');
  });
});
