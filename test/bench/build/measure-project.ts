import { REPOSITORY } from '../harness/places.js';
import type { ProcessUsage } from '../harness/run-process.js';
import { tellProgress } from '../harness/tell-progress.js';
import {
  clean,
  cleanCaches,
  createProcgen,
  type Generator,
  generate,
  heyApi,
  orval,
  tsoa,
} from './generators.js';
import { measureServed, measureWatch } from './measure-watch.js';
import type { SizedProject } from './sized-project.js';
import { writeFlatProject } from './write-flat-project.js';
import { writeRealProject } from './write-real-project.js';
import { writeTsoaProject } from './write-tsoa-project.js';

/** What a build took; where it is one of many in a process, its time alone. */
export type Sample = Pick<ProcessUsage, 'wallMs'> & Partial<ProcessUsage>;

/** What builds of one project took, by its state and by who built it: a sample a round. */
export interface ProjectFigures {
  readonly kind: ProjectKind;
  readonly procedures: number;
  readonly files: number;
  readonly states: ReadonlyMap<string, ReadonlyMap<string, readonly Sample[]>>;
}

/** `flat` has nothing but procedures, one a file, which others can be given too; `real` has what services are made of. */
export type ProjectKind = 'flat' | 'real';

export interface ProjectOptions {
  readonly rounds: number;
  readonly warmUpRounds: number;
  /** Whether nothing but builds from nothing are measured. */
  readonly isColdOnly: boolean;
  /** Another checkout whose builds are measured in turn with those of this one. */
  readonly against: string | undefined;
}

/** The contender that the others are told in multiples of. */
export const OURS = 'procgen';
const WRITERS = { flat: writeFlatProject, real: writeRealProject };
/** Said when nothing was stale. */
const FRESH = /^3 files up to date /m;

/** Runs so many rounds, in each of which everyone builds in each state of the project; who begins changes with every round. */
export async function measureProject(
  kind: ProjectKind,
  procedures: number,
  { rounds, warmUpRounds, isColdOnly, against }: ProjectOptions,
): Promise<ProjectFigures> {
  const write = WRITERS[kind];
  const ours = write(procedures);
  const contenders = [{ name: OURS, runs: listRuns(ours, REPOSITORY) }];
  if (against)
    contenders.push({
      name: against,
      runs: listRuns(write(procedures, against, `${kind}-against`), against),
    });
  const rivals = kind === 'flat' ? writeTsoaProject(procedures) : undefined;
  const states = new Map<string, Map<string, Sample[]>>();
  const add = (state: string, name: string, sample: Sample) => {
    const samples = states.get(state) ?? new Map<string, Sample[]>();
    states.set(state, samples.set(name, [...(samples.get(name) ?? []), sample]));
  };
  for (let round = -warmUpRounds; round < rounds; round++) {
    const title = round < 0 ? 'warm-up' : `round ${round + 1} of ${rounds}`;
    tellProgress(`build: ${procedures} procedures in ${ours.files} files, ${title}`);
    for (const state of isColdOnly ? ['cold'] : Object.keys(contenders[0]?.runs ?? {})) {
      for (const { name, runs } of round % 2 ? contenders.toReversed() : contenders) {
        const sample = await (runs[state] as Run)();
        if (round >= 0) add(state, name, sample);
      }
      if (state !== 'cold' || !rivals) continue;
      for (const [name, sample] of Object.entries(await runRivals(rivals, procedures)))
        if (round >= 0) add(state, name, sample);
    }
  }
  return { kind, procedures, files: ours.files, states };
}

type Run = () => Promise<Sample>;

/** What is measured of a project by its state, in the order in which they follow one another. */
function listRuns(
  { root, procedures, editProcedure, editShared, path }: SizedProject,
  checkout: string,
): Readonly<Record<string, Run>> {
  const procgen = createProcgen(checkout);
  const build = (expected: RegExp, ...flags: string[]) =>
    generate(procgen, { root, operations: procedures, expected, flags });
  const serve = [`${checkout}bin/procgen.js`, 'serve'];
  return {
    cold: () => {
      clean(root, procgen);
      return build(/^generated 3 files from \d+ procedures in [^(]*$/m);
    },
    unchanged: () => build(FRESH),
    'one file changed': () => {
      editProcedure();
      return build(/\(1 unchanged\)$/m);
    },
    ...(editShared && {
      'shared schema module changed': () => {
        editShared();
        return build(/^generated 3 files /m);
      },
    }),
    'check, unchanged': () => build(FRESH, '--check'),
    'check, cold': () => {
      cleanCaches(root, procgen);
      return build(FRESH, '--check');
    },
    watch: () => measureWatch(procgen.args, root, editProcedure),
    ...(editShared &&
      path && {
        'served, one file changed': () => measureServed(serve, root, path, editProcedure),
        'served, shared schema module changed': () => measureServed(serve, root, path, editShared),
      }),
  };
}

/** The others from nothing; their clients are of the description that tsoa has just written. */
async function runRivals(root: string, operations: number): Promise<Readonly<Record<string, Sample>>> {
  const build = (generator: Generator) => {
    clean(root, generator);
    return generate(generator, { root, operations });
  };
  const first = await build(tsoa);
  const usages: Record<string, Sample> = {};
  for (const client of [heyApi, orval].filter(({ most }) => operations <= most)) {
    const second = await build(client);
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
