import { strictEqual } from 'node:assert/strict';
import type { BenchOptions } from '../harness/bench-options.js';
import { type Contender, compareContenders } from '../harness/compare.js';
import type { Table } from '../harness/report.js';
import { openConnection, readStatus } from '../server/connection.js';
import { putUnderLoad } from '../server/put-under-load.js';
import type { ServerProcess } from '../server/server-process.js';

const REQUESTS = 8_000;
const NOTHING = 'GET /api/nothing HTTP/1.1\r\nHost: bench\r\n\r\n';
const ENDLESS = 'GET /api/endless HTTP/1.1\r\nHost: bench\r\n\r\n';

/** What a refusal costs, beside the answer of a procedure that does nothing: the least that there is to be saved. */
export async function measureRefusal(
  { open, full }: { readonly open: ServerProcess; readonly full: ServerProcess },
  { rounds, share }: BenchOptions,
): Promise<Table> {
  const occupant = await openConnection(full.port);
  occupant.ask(ENDLESS).catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 100));
  const answered = createContender('answered', open, 200);
  const operations = Math.ceil(REQUESTS * share);
  try {
    return {
      title: `a procedure that does nothing, answered and refused, ${rounds} rounds of ${operations}`,
      unit: 'µs CPU a request',
      kind: 'rounds',
      baseline: answered.name,
      series: await compareContenders([answered, createContender('refused', full, 503)], {
        rounds,
        operations,
      }),
    };
  } finally {
    occupant.close();
  }
}

function createContender(
  name: string,
  { port, readCpu, profileWhile }: ServerProcess,
  status: number,
): Contender {
  const run = (requests: number) => putUnderLoad({ port, request: NOTHING, status, requests });
  return {
    name,
    readCpu,
    run,
    async check() {
      const connection = await openConnection(port);
      strictEqual(readStatus(await connection.ask(NOTHING)), status);
      connection.close();
    },
    profile: (requests) => profileWhile(() => run(requests)),
  };
}
