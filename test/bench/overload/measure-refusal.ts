import { strictEqual } from 'node:assert/strict';
import type { BenchOptions } from '../harness/bench-options.js';
import type { Contender } from '../harness/compare.js';
import type { Table } from '../harness/report.js';
import { compareServers } from '../server/compare-servers.js';
import { type Answer, openConnection } from '../server/connection.js';
import { createContender } from '../server/create-contender.js';
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
  const answered = call('answered', open, 200);
  try {
    return await compareServers([answered, call('refused', full, 503)], {
      title: 'a procedure that does nothing, answered and refused',
      baseline: answered.name,
      rounds,
      requests: Math.ceil(REQUESTS * share),
    });
  } finally {
    occupant.close();
  }
}

function call(name: string, server: ServerProcess, status: number): Contender {
  const check = (answer: Answer) => strictEqual(answer.status, status);
  return createContender(server, { name, request: NOTHING, status, check });
}
