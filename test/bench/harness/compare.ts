import type { Profiler } from 'node:inspector';

/** Something that does the job that is measured. */
export interface Contender {
  readonly name: string;
  /** Rejects when what it answers is not right. Nothing is timed before every contender has passed. */
  check(): Promise<void>;
  /** Does the job so many times. */
  run(operations: number): Promise<void>;
  /** The CPU that its process has used so far, user and system, in microseconds. */
  readCpu(): Promise<number>;
  /** Does the job so many times under the CPU profiler. */
  profile(operations: number): Promise<Profiler.Profile>;
}

/** What one contender used: CPU microseconds an operation, one sample a round. */
export interface Series {
  readonly contender: string;
  readonly samples: readonly number[];
}

export interface CompareOptions {
  readonly rounds: number;
  /** Of each contender in each round. */
  readonly operations: number;
  /** In how many turns each of them does those, between turns of the others; 1. */
  readonly turns?: number;
}

/** Rounds that are run and not counted, until the code is compiled. */
const WARM_UP_ROUNDS = 2;

/**
 * Measures contenders in interleaved rounds (A B A B …), so that what else the machine does falls on all of them
 * alike; who begins changes with every turn. All are checked before the first round and after the last; the first wrong
 * answer rejects, and there are no figures then.
 */
export async function compareContenders(
  contenders: readonly Contender[],
  { rounds, operations, turns = 1 }: CompareOptions,
): Promise<readonly Series[]> {
  await checkAll(contenders);
  const samples = new Map(contenders.map((contender) => [contender, [] as number[]]));
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    const used = await runRound(contenders, { first: WARM_UP_ROUNDS + round, operations, turns });
    if (round < 0) continue;
    for (const [contender, micros] of used) samples.get(contender)?.push(micros / operations);
  }
  await checkAll(contenders);
  return contenders.map((contender) => ({
    contender: contender.name,
    samples: samples.get(contender) ?? [],
  }));
}

async function checkAll(contenders: readonly Contender[]): Promise<void> {
  for (const contender of contenders) {
    await contender.check().catch((cause) => {
      throw new Error(`${contender.name} does the job wrong, so nothing is measured.`, { cause });
    });
  }
}

interface Round extends Required<Pick<CompareOptions, 'operations' | 'turns'>> {
  /** Who begins, counted through the contenders again and again. */
  readonly first: number;
}

/** The CPU that each of them used for all its turns. */
async function runRound(
  contenders: readonly Contender[],
  { first, operations, turns }: Round,
): Promise<ReadonlyMap<Contender, number>> {
  const used = new Map<Contender, number>();
  for (let turn = 0; turn < turns; turn++) {
    const share = Math.floor((operations * (turn + 1)) / turns) - Math.floor((operations * turn) / turns);
    const begin = (first + turn) % contenders.length;
    for (const contender of [...contenders.slice(begin), ...contenders.slice(0, begin)]) {
      used.set(contender, (used.get(contender) ?? 0) + (await measure(contender, share)));
    }
  }
  return used;
}

async function measure(contender: Contender, operations: number): Promise<number> {
  const before = await contender.readCpu();
  await contender.run(operations);
  return (await contender.readCpu()) - before;
}
