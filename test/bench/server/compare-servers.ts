import { type Contender, compareContenders } from '../harness/compare.js';
import type { Table } from '../harness/report.js';
import { tellProgress } from '../harness/tell-progress.js';

export interface ServerComparison {
  readonly title: string;
  /** The contender that the others are multiples of. */
  readonly baseline: string;
  readonly rounds: number;
  /** Of each contender in each round. */
  readonly requests: number;
}

/** Some milliseconds of work: what else the machine does lasts longer, and falls on the turns of all alike. */
const REQUESTS_A_TURN = 250;

/** What a request costs each of several servers. */
export async function compareServers(
  contenders: readonly Contender[],
  { title, baseline, rounds, requests }: ServerComparison,
): Promise<Table> {
  tellProgress(`${title}: ${contenders.map(({ name }) => name).join(', ')}`);
  return {
    title: `${title}, ${rounds} rounds of ${requests}`,
    unit: 'µs CPU a request',
    kind: 'rounds',
    baseline,
    series: await compareContenders(contenders, {
      rounds,
      operations: requests,
      turns: Math.ceil(requests / REQUESTS_A_TURN),
    }),
  };
}
