import type { BenchOptions } from '../harness/bench-options.js';
import { readUsage } from '../harness/read-usage.js';
import type { Table } from '../harness/report.js';
import { tellProgress } from '../harness/tell-progress.js';
import { createWorkloadContender } from '../server/create-contender.js';
import { FASTIFY } from '../server/list-server-commands.js';
import { type ServerCommand, startServer } from '../server/server-process.js';
import { WORKLOADS } from '../server/workloads.js';

/** Of each workload. */
const REQUESTS = 20_000;
/** A round takes every server up anew. */
const ROUNDS_MAX = 5;

/** The most memory that each server has had resident once it has answered as many requests as the others. */
export async function measureMemory(
  commands: readonly ServerCommand[],
  key: string,
  { rounds, share }: BenchOptions,
): Promise<Table> {
  const requests = Math.ceil(REQUESTS * share);
  const series = commands.map(({ name }) => ({ contender: name, samples: [] as number[] }));
  for (let round = 0; round < Math.min(rounds, ROUNDS_MAX); round++) {
    for (const [index, command] of commands.entries()) {
      tellProgress(`latency: memory, round ${round + 1}, ${command.name}`);
      series[index]?.samples.push(await measurePeak(command, key, requests));
    }
  }
  const title = `after ${requests} requests of each workload`;
  return { title, unit: 'MB at the peak', kind: 'rounds', baseline: FASTIFY, series };
}

async function measurePeak(command: ServerCommand, key: string, requests: number): Promise<number> {
  const server = await startServer(command);
  try {
    for (const workload of WORKLOADS) {
      const contender = createWorkloadContender(server, workload, key);
      await contender.check();
      await contender.run(requests);
    }
    return readUsage(server.pid)?.peakMegabytes ?? Number.NaN;
  } finally {
    await server.stop();
  }
}
