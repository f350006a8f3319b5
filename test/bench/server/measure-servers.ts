import { type Bar, createRivalBar } from '../harness/bar.js';
import type { BenchOptions } from '../harness/bench-options.js';
import { buildService, runProcgen } from '../harness/build-service.js';
import type { Report, Table } from '../harness/report.js';
import { pairSamples } from '../harness/statistics.js';
import { type TakenProfile, takeProfile } from '../harness/take-profile.js';
import { compareServers } from './compare-servers.js';
import { createWorkloadContender } from './create-contender.js';
import { checkGuards } from './guards.js';
import { BASELINE, listServerCommands, OURS, RIVALS } from './list-server-commands.js';
import { type ServerProcess, startServer } from './server-process.js';
import { WORKLOADS } from './workloads.js';

const REQUESTS = 12_000;
/** The CPU of a request to the same service of several makers, each in a process of its own under the same load. */
export async function measureServers(options: BenchOptions): Promise<Report> {
  const { rounds } = options;
  const requests = Math.ceil(REQUESTS * options.share);
  const { root } = await buildService();
  const key = runProcgen(root, ['keys', 'create', '--name', 'bench', '--plain']).trim();
  const servers: ServerProcess[] = [];
  try {
    for (const command of listServerCommands(root, key)) servers.push(await startServer(command));
    for (const server of servers) await checkGuards(server, key);
    const tables: Table[] = [];
    const profiles: TakenProfile[] = [];
    for (const workload of WORKLOADS) {
      const contenders = servers.map((server) => createWorkloadContender(server, workload, key));
      tables.push(
        await compareServers(contenders, { title: workload.name, baseline: BASELINE, rounds, requests }),
      );
      const ours = contenders.find(({ name }) => name === OURS);
      if (options.profile && ours)
        profiles.push(await takeProfile(`server ${workload.name}`, ours, 4 * REQUESTS));
    }
    return { bench: 'server', tables, bars: tables.flatMap(listBars), profiles };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** What ours may cost in multiples of the handwritten one. */
const BARS: Readonly<Record<string, number>> = {
  health: 1.4,
  'list of 20': 1.8,
  create: 1.8,
  'invalid create': 2,
};

function listBars({ title, series }: Table): readonly Bar[] {
  const [workload = ''] = title.split(',');
  const find = (name: string) =>
    series.find(({ contender }) => contender === name) ?? { contender: name, samples: [] };
  const ours = find(OURS);
  const { ratio } = pairSamples(ours.samples, find(BASELINE).samples);
  return [
    { name: workload, value: ratio.median, limit: BARS[workload] ?? 0, unit: `× ${BASELINE}` },
    ...RIVALS.map((rival) => createRivalBar(workload, ours, find(rival))),
  ];
}
