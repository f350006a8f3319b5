import type { BenchOptions } from '../harness/bench-options.js';
import type { Series } from '../harness/compare.js';
import type { Report, Table } from '../harness/report.js';
import type { ProcessUsage } from '../harness/run-process.js';
import { listBuildBars } from './list-build-bars.js';
import { measureProject, OURS, type ProjectFigures, type Sample } from './measure-project.js';

const SIZES = [10, 100, 1_000, 10_000];
/** From here on a round takes minutes: few of them, none to warm up, and from nothing only. */
const LARGE = 10_000;

/** Whole builds of a flat and a real project, from the start of the first process to the end of the last. */
export async function measureBuilds({ rounds, share, sizes, against }: BenchOptions): Promise<Report> {
  const figures: ProjectFigures[] = [];
  for (const size of sizes ?? (share < 1 ? SIZES.slice(0, 1) : SIZES)) {
    const isLarge = size >= LARGE;
    const options = {
      rounds: isLarge ? Math.min(3, rounds) : rounds,
      warmUpRounds: isLarge || share < 1 ? 0 : 1,
      isColdOnly: isLarge,
      against,
    };
    for (const kind of ['flat', 'real'] as const) figures.push(await measureProject(kind, size, options));
  }
  return { bench: 'build', tables: figures.flatMap(listTables), bars: listBuildBars(figures), profiles: [] };
}

const UNITS: readonly (readonly [unit: string, key: keyof ProcessUsage])[] = [
  ['ms CPU', 'cpuMs'],
  ['ms, wall', 'wallMs'],
  ['MB at the peak', 'peakMegabytes'],
];

/** Each state that somebody else has built too beside them, and what is ours in all states. */
function listTables({ procedures, files, states }: ProjectFigures): readonly Table[] {
  const title = `${procedures} procedures in ${files} files`;
  const own = new Map([...states].map(([state, samples]) => [state, samples.get(OURS) ?? []]));
  const compared = [...states].filter(([, samples]) => samples.size > 1);
  return [
    ...compared.flatMap(([state, samples]) => listMeasures(`${title}, ${state}`, samples, OURS)),
    ...listMeasures(`${title}, ${OURS}`, own, 'cold'),
  ];
}

/** A table for each unit in which something was measured. */
function listMeasures(
  title: string,
  samples: ReadonlyMap<string, readonly Sample[]>,
  baseline: string,
): readonly Table[] {
  return UNITS.map(([unit, key]): Table => {
    const series = [...samples].flatMap(([contender, each]): Series[] => {
      const values = each.flatMap((sample) => sample[key] ?? []);
      return values.length > 0 ? [{ contender, samples: values }] : [];
    });
    return { title, unit, kind: 'rounds', series, baseline };
  }).filter(({ series }) => series.length > 0);
}
