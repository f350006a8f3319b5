/** The benches' command line: `[name…] [--against FOLDER] [--json] [--profile] [--rounds N] [--sizes N,N] [--smoke] [--write]`, or `--rewrite`; `outside` has more. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isMet } from './harness/bar.js';
import type { BenchOptions } from './harness/bench-options.js';
import { WORK_FOLDER } from './harness/places.js';
import { printReport } from './harness/print-report.js';
import type { Report } from './harness/report.js';
import { SetupError } from './harness/setup-error.js';
import { readResults, writeFollowing, writeResults } from './results/write-results.js';

type Bench = (options: BenchOptions) => Promise<Report>;

/** Loaded when they are asked for: a package that one of them imports can slow down everything in the process. */
const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  build: async () => (await import('./build/measure-builds.js')).measureBuilds,
  client: async () => (await import('./client/measure-clients.js')).measureClients,
  cost: async () => (await import('./cost/measure-cost.js')).measureCost,
  decode: async () => (await import('./decode/measure-decoding.js')).measureDecoding,
  download: async () => (await import('./download/measure-download.js')).measureDownload,
  explorer: async () => (await import('./explorer/measure-explorer.js')).measureExplorer,
  fetch: async () => (await import('./fetch/measure-fetch.js')).measureFetch,
  flood: async () => (await import('./flood/measure-flood.js')).measureFlood,
  keys: async () => (await import('./keys/measure-keys.js')).measureKeys,
  latency: async () => (await import('./latency/measure-latency.js')).measureLatency,
  limits: async () => (await import('./limits/measure-limits.js')).measureLimits,
  outside: async () => (await import('./outside/measure-outside.js')).measureOutside,
  overload: async () => (await import('./overload/measure-overload.js')).measureOverload,
  routes: async () => (await import('./routes/measure-routes.js')).measureRoutes,
  scale: async () => (await import('./scale/measure-scale.js')).measureScale,
  server: async () => (await import('./server/measure-servers.js')).measureServers,
  start: async () => (await import('./start/measure-start.js')).measureStart,
  streams: async () => (await import('./streams/measure-streams.js')).measureStreams,
  upload: async () => (await import('./upload/measure-uploads.js')).measureUploads,
};

const { values: flags, positionals } = readOptions();
const [name = '', ...others] = positionals.length > 0 ? positionals : Object.keys(BENCHES);
const sizes = flags.sizes?.split(',').map(Number);
const rounds = Number(flags.rounds ?? (flags.smoke ? 2 : 11));
const processes = flags.processes === undefined ? undefined : Number(flags.processes);
const unknown = [name, ...others].filter((given) => !Object.hasOwn(BENCHES, given));

if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.`);
  process.exitCode = 2;
} else if (
  ![rounds, processes ?? 1, ...(sizes ?? [])].every((count) => Number.isInteger(count) && count > 0)
) {
  console.error('--rounds and --processes take a number, --sizes one or more with commas between them.');
  process.exitCode = 2;
} else if (flags.rewrite) writeFollowing(readResults());
else if (others.length > 0) process.exitCode = runEach([name, ...others]);
else {
  await runOne(name).catch((error: unknown) => {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  });
}

function readOptions() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        against: { type: 'string' },
        fresh: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        node: { type: 'string' },
        processes: { type: 'string' },
        profile: { type: 'boolean', default: false },
        quick: { type: 'boolean', default: false },
        smoke: { type: 'boolean', default: false },
        rewrite: { type: 'boolean', default: false },
        rounds: { type: 'string' },
        server: { type: 'string' },
        sizes: { type: 'string' },
        write: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    console.error(`${(error as Error).message}\nThe options are in test/bench/README.md.`);
    process.exit(2);
  }
}

/** Each in a process of its own, so that none warms up, or fills the heap of, another. */
function runEach(names: readonly string[]): number {
  const rest = process.argv.slice(2).filter((argument) => !positionals.includes(argument));
  let status = 0;
  for (const each of names) {
    const args = [...process.execArgv, process.argv[1] as string, each, ...rest];
    const { status: ended } = spawnSync(process.execPath, args, { stdio: 'inherit' });
    // One that fails does not keep the others from their figures.
    status ||= ended ?? 1;
  }
  return status;
}

async function runOne(bench: string): Promise<void> {
  const options: BenchOptions = {
    rounds,
    share: flags.smoke ? 0.01 : 1,
    sizes,
    profile: flags.profile,
    against: flags.against && `${resolve(flags.against)}/`,
    nodes: flags.node?.split(','),
    servers: flags.server?.split(','),
    processes,
    isQuick: flags.quick,
    isFresh: flags.fresh,
  };
  const measure = await (BENCHES[bench] as (typeof BENCHES)[string])();
  const measured = await measure(options);
  // Figures that mean nothing meet no bar and miss none.
  const report = flags.smoke ? { ...measured, bars: [] } : measured;
  console.log(printReport(report));
  if (!report.bars.every(isMet)) process.exitCode = 1;
  if (flags.json) writeJson(report);
  // Of a run that means something, of this checkout alone.
  if (flags.write && !flags.smoke && !flags.against) writeResults(report);
}

function writeJson(report: Report): void {
  const file = `${WORK_FOLDER}/${report.bench}.json`;
  const machine = { node: process.version, cpus: cpus().map(({ model }) => model) };
  mkdirSync(WORK_FOLDER, { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...report, machine }, null, 2)}\n`);
  console.log(`written: ${file}`);
}
