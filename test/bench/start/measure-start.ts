import { cpSync, rmSync } from 'node:fs';
import { writeFlatProject } from '../build/write-flat-project.js';
import type { Bar } from '../harness/bar.js';
import type { BenchOptions } from '../harness/bench-options.js';
import { PROCGEN, runProcgen } from '../harness/build-service.js';
import { REPOSITORY, WORK_FOLDER } from '../harness/places.js';
import type { Report, Table } from '../harness/report.js';
import { pairSamples, quantile } from '../harness/statistics.js';
import { tellProgress } from '../harness/tell-progress.js';
import { COMMANDS, runCommand } from './measure-help.js';
import { type Start, type StartCommand, startOnce } from './start-once.js';
import { writeRivals } from './write-rivals.js';

const PROCEDURES = 1_000;
const OURS = 'procgen';
const OWN = 'procgen with the procedures of its repository';
const LIMITS_MS: Readonly<Record<string, number>> = { [OURS]: 500, [OWN]: 400 };
const HELP_LIMIT = 1.4;

/** How long a server takes from nothing to its first answer, and the command line to say how it is used. */
export async function measureStart({ rounds, share }: BenchOptions): Promise<Report> {
  const procedures = Math.ceil(PROCEDURES * share);
  tellProgress(`start: building ${procedures} procedures with procgen, and as many routes of the rivals`);
  const servers = await prepareServers(procedures);
  const starts = await runRounds('start: a server', rounds, servers, startOnce);
  const commands = Object.entries(COMMANDS).map(([name, args]) => ({ name, args }));
  const helps = await runRounds('start: --help', rounds, commands, async ({ args }) =>
    runCommand(args, share),
  );
  const title = `to the first answer, ${procedures} procedures where nothing else is said`;
  const tables = [
    tableOf(title, 'ms CPU', OURS, starts, 'cpuMs'),
    tableOf(title, 'ms, wall', OURS, starts, 'wallMs'),
    tableOf('the whole process', 'ms CPU', 'node -e 0', helps, 'cpuMs'),
    tableOf('the whole process', 'ms, wall', 'node -e 0', helps, 'wallMs'),
  ];
  return { bench: 'start', tables, bars: [...listStartBars(starts), ...listHelpBars(helps)], profiles: [] };
}

async function prepareServers(procedures: number): Promise<readonly StartCommand[]> {
  const { root } = writeFlatProject(procedures);
  const own = `${WORK_FOLDER}/start/own`;
  rmSync(own, { recursive: true, force: true });
  for (const part of ['procedures', 'procgen.config.ts'])
    cpSync(`${REPOSITORY}${part}`, `${own}/${part}`, { recursive: true });
  for (const project of [root, own]) runProcgen(project, ['build']);
  const [key, ownKey] = [root, own].map((project) =>
    runProcgen(project, ['keys', 'create', '--name', 'bench', '--plain']).trim(),
  ) as [string, string];
  const serve = (project: string) => [PROCGEN, '-C', project, 'serve', '--mode', 'production', '--port', '0'];
  const rivals = await writeRivals(procedures);
  const path = '/api/resource0?limit=20';
  return [
    { name: OURS, args: serve(root), path, key },
    ...rivals.map(({ name, script }) => ({ name, args: [script], path, key })),
    { name: OWN, args: serve(own), path: '/api/health', key: ownKey },
  ];
}

type Samples = ReadonlyMap<string, readonly Start[]>;

/** Interleaved, after one round that warms the disk's cache. */
async function runRounds<T extends { readonly name: string }>(
  title: string,
  rounds: number,
  contenders: readonly T[],
  run: (contender: T) => Promise<Start>,
): Promise<Samples> {
  const samples = new Map(contenders.map(({ name }) => [name, [] as Start[]]));
  for (let round = -1; round < rounds; round++) {
    tellProgress(`${title}, ${round < 0 ? 'warm-up' : `round ${round + 1} of ${rounds}`}`);
    for (const contender of contenders) {
      const start = await run(contender);
      if (round >= 0) samples.get(contender.name)?.push(start);
    }
  }
  return samples;
}

function tableOf(title: string, unit: string, baseline: string, samples: Samples, key: keyof Start): Table {
  const series = [...samples].map(([contender, starts]) => ({
    contender,
    samples: starts.map((start) => start[key]),
  }));
  return { title, unit, kind: 'rounds', baseline, series };
}

function listStartBars(samples: Samples): readonly Bar[] {
  return Object.entries(LIMITS_MS).map(([name, limit]) => {
    const values = (samples.get(name) ?? []).map(({ wallMs }) => wallMs);
    return { name: `first answer, ${name}`, value: quantile(values, 0.5), limit, unit: 'ms' };
  });
}

function listHelpBars(samples: Samples): readonly Bar[] {
  const [baseline = [], ours = []] = [...samples.values()];
  const measures = [
    ['CPU', 'cpuMs'],
    ['wall time', 'wallMs'],
  ] as const;
  return measures.map(([measure, key]) => {
    const { ratio } = pairSamples(
      ours.map((start) => start[key]),
      baseline.map((start) => start[key]),
    );
    return { name: `--help, ${measure}`, value: ratio.median, limit: HELP_LIMIT, unit: '× node -e 0' };
  });
}
