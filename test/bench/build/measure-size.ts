import { rmSync } from 'node:fs';
import type { Series } from '../harness/compare.js';
import type { ProcessUsage } from '../harness/run-process.js';
import { tellProgress } from '../harness/tell-progress.js';
import { clean, type Generator, generate, heyApi, orval, procgen, tsoa } from './generators.js';
import type { SizedProject } from './sized-project.js';
import { startWatch } from './start-watch.js';
import { writeProcgenProject } from './write-procgen-project.js';
import { writeTsoaProject } from './write-tsoa-project.js';

/** What builds of one size took, by what was built: a sample a round. */
export interface SizedFigures {
  readonly size: number;
  /** Procgen from nothing, the rivals alone, and one after the other. */
  readonly cold: ReadonlyMap<string, readonly ProcessUsage[]>;
  /** Procgen by the state of its project. */
  readonly states: ReadonlyMap<string, readonly ProcessUsage[]>;
  /** Milliseconds from a save to the line that tells of the rebuild. */
  readonly watch: Series;
}

/** Said when nothing was stale under `--check`. */
const FRESH = /^3 files up to date /m;

/** Runs so many rounds, each with every generator once from nothing, and ours in each of its states. */
export async function measureSize(size: number, rounds: number, warmUpRounds: number): Promise<SizedFigures> {
  const cold = new Map<string, ProcessUsage[]>();
  const states = new Map<string, ProcessUsage[]>();
  const watched: number[] = [];
  const ours = writeProcgenProject(size);
  const theirs = writeTsoaProject(size);
  for (let round = -warmUpRounds; round < rounds; round++) {
    tellProgress(`build: ${size} procedures, ${round < 0 ? 'warm-up' : `round ${round + 1} of ${rounds}`}`);
    const built = await buildEach(size, ours, theirs);
    const again = await buildAgain(size, ours);
    // The last one: a watch that is ended owes the next build the server.
    const watchMs = await rebuildWatched(ours);
    if (round < 0) continue;
    addSample(cold, built);
    addSample(states, { cold: built.procgen as ProcessUsage, ...again });
    watched.push(watchMs);
  }
  return { size, cold, states, watch: { contender: 'watch', samples: watched } };
}

type Usages = Readonly<Record<string, ProcessUsage>>;

function addSample(samples: Map<string, ProcessUsage[]>, usages: Usages): void {
  for (const [name, usage] of Object.entries(usages))
    samples.set(name, [...(samples.get(name) ?? []), usage]);
}

/** Every generator from nothing; the rivals' clients are of the description that tsoa has just written. */
async function buildEach(size: number, ours: SizedProject, theirs: SizedProject): Promise<Usages> {
  const build = (generator: Generator, root: string, expected?: RegExp) => {
    clean(root, generator);
    return generate(generator, { root, operations: size, ...(expected && { expected }) });
  };
  const usages: Record<string, ProcessUsage> = {};
  usages.procgen = await build(procgen, ours.root, /^generated 3 files from \d+ procedures in [^(]*$/m);
  const first = await build(tsoa, theirs.root);
  for (const client of [heyApi, orval].filter(({ most }) => size <= most)) {
    const second = await build(client, theirs.root);
    usages[`tsoa + ${client.name}`] = addUsages(first, second);
    usages[`${client.name} alone`] = second;
  }
  return { ...usages, 'tsoa alone': first };
}

/** One process after the other. */
function addUsages(first: ProcessUsage, second: ProcessUsage): ProcessUsage {
  return {
    wallMs: first.wallMs + second.wallMs,
    cpuMs: first.cpuMs + second.cpuMs,
    peakMegabytes: Math.max(first.peakMegabytes, second.peakMegabytes),
  };
}

async function buildAgain(size: number, { root, edit }: SizedProject): Promise<Usages> {
  const build = (expected: RegExp, ...flags: string[]) =>
    generate(procgen, { root, operations: size, expected, flags });
  const unchanged = await build(FRESH);
  edit();
  const changed = await build(/\(1 unchanged\)$/m);
  const checked = await build(FRESH, '--check');
  for (const cache of procgen.caches ?? []) rmSync(`${root}/${cache}`, { recursive: true, force: true });
  return {
    unchanged,
    'one file changed': changed,
    'check, unchanged': checked,
    'check, cold': await build(FRESH, '--check'),
  };
}

async function rebuildWatched({ root, edit }: SizedProject): Promise<number> {
  const watch = await startWatch(root);
  try {
    // The first rebuild loads the compiler into the thread that stays.
    await watch.measure(edit);
    return await watch.measure(edit);
  } finally {
    await watch.end();
  }
}
