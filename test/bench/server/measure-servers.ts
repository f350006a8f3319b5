import { type Bar, createRivalBar } from '../harness/bar.js';
import type { BenchOptions } from '../harness/bench-options.js';
import { buildService, PROCGEN, runProcgen } from '../harness/build-service.js';
import { BENCH_FOLDER } from '../harness/places.js';
import type { Report, Table } from '../harness/report.js';
import { pairSamples } from '../harness/statistics.js';
import { type TakenProfile, takeProfile } from '../harness/take-profile.js';
import { compareServers } from './compare-servers.js';
import { createWorkloadContender } from './create-contender.js';
import { type ServerCommand, type ServerProcess, startServer } from './server-process.js';
import { WORKLOADS } from './workloads.js';

const REQUESTS = 4_000;
const OURS = 'procgen';
const BASELINE = 'node:http';
const RIVALS = ['fastify', 'hono, outputs checked'] as const;

/** The CPU of a request to the same service of several makers, each in a process of its own under the same load. */
export async function measureServers(options: BenchOptions): Promise<Report> {
  const { rounds } = options;
  const requests = Math.ceil(REQUESTS * options.share);
  const { root } = await buildService();
  const key = runProcgen(root, ['keys', 'create', '--name', 'bench', '--plain']).trim();
  const servers: ServerProcess[] = [];
  try {
    for (const command of listCommands(root, key)) servers.push(await startServer(command));
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

function listCommands(root: string, key: string): readonly ServerCommand[] {
  const rival = (name: string, file: string): ServerCommand => ({
    name,
    args: [`${BENCH_FOLDER}server/contenders/${file}`],
    env: { BENCH_KEY: key },
  });
  return [
    rival(BASELINE, 'node-http.mjs'),
    { name: OURS, args: [PROCGEN, '-C', root, 'serve', '--mode', 'production', '--port', '0'] },
    rival(RIVALS[0], 'fastify.mjs'),
    rival(RIVALS[1], 'hono.mjs'),
  ];
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
