import { rmSync } from 'node:fs';
import type { Bar } from '../harness/bar.js';
import type { BenchOptions } from '../harness/bench-options.js';
import type { Series } from '../harness/compare.js';
import type { Report, Table } from '../harness/report.js';
import { summarize } from '../harness/statistics.js';
import { runBuild, startWatch } from './run-build.js';
import { writeProject } from './write-project.js';

const SIZES = [10, 100, 1_000, 10_000];
/** A size and a state of the project, and what a build of it may take at most. */
const TIME_BARS: readonly (readonly [size: number, state: string, limitMs: number])[] = [
  [1_000, 'cold', 2_000],
  [1_000, 'unchanged', 250],
  [1_000, 'one file changed', 800],
  [1_000, 'watch', 150],
  [10_000, 'cold', 18_000],
];
const MEMORY_BARS = new Map([
  [1_000, 400],
  [10_000, 1_500],
]);

/** What `--check` says when nothing is stale. */
const FRESH = /^3 generated files up to date /m;

interface SizedFigures {
  readonly size: number;
  readonly series: readonly Series[];
  /** Megabytes, of cold builds. */
  readonly peaks: readonly number[];
}

/** Whole builds of projects with one procedure a file: description, route table, client and server. */
export async function measureBuilds({ rounds, share }: BenchOptions): Promise<Report> {
  const figures: SizedFigures[] = [];
  for (const size of share < 1 ? SIZES.slice(0, 1) : SIZES) {
    figures.push(await measureSize(size, size >= 10_000 ? Math.min(3, rounds) : rounds));
  }
  return {
    bench: 'build',
    tables: figures.map(
      ({ size, series }): Table => ({
        title: `a project of ${size} procedures in ${size} files`,
        unit: 'ms, wall',
        kind: 'rounds',
        series,
        baseline: 'cold',
      }),
    ),
    sheets: [
      {
        title: 'peak of memory of a cold build, without esbuild’s process',
        contenders: figures.map(({ size }) => `${size} procedures`),
        rows: [{ measure: 'RSS', unit: 'MB', values: figures.map(({ peaks }) => summarize(peaks).median) }],
      },
    ],
    bars: listBars(figures),
    profiles: [],
  };
}

async function measureSize(size: number, rounds: number): Promise<SizedFigures> {
  const { root, edit } = writeProject(size);
  const states = new Map<string, number[]>();
  const note = (state: string, ms: number) => void states.set(state, [...(states.get(state) ?? []), ms]);
  const peaks: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const folder of ['node_modules/.cache', 'generated', '.procgen'])
      rmSync(`${root}/${folder}`, { recursive: true, force: true });
    const cold = await runBuild(root, /^generated 3 files from \d+ procedures in [^(]*$/m);
    note('cold', cold.wallMs);
    peaks.push(cold.peakMegabytes);
    note('unchanged', (await runBuild(root, /\(all unchanged\)$/m)).wallMs);
    edit();
    note('one file changed', (await runBuild(root, /\(1 unchanged\)$/m)).wallMs);
    const watch = await startWatch(root);
    // The first rebuild loads the compiler into the thread that stays.
    await watch.measure(edit);
    note('watch', await watch.measure(edit));
    watch.end();
    note('check, unchanged', (await runBuild(root, FRESH, '--check')).wallMs);
    rmSync(`${root}/node_modules/.cache`, { recursive: true, force: true });
    note('check, cold', (await runBuild(root, FRESH, '--check')).wallMs);
  }
  return { size, peaks, series: [...states].map(([contender, samples]) => ({ contender, samples })) };
}

function listBars(figures: readonly SizedFigures[]): readonly Bar[] {
  const medianOf = (size: number, state: string) => {
    const series = figures.find((figure) => figure.size === size)?.series;
    const samples = series?.find(({ contender }) => contender === state)?.samples;
    return samples && summarize(samples).median;
  };
  const times = TIME_BARS.flatMap(([size, state, limit]): Bar[] => {
    const value = medianOf(size, state);
    return value === undefined ? [] : [{ name: `${size} procedures, ${state}`, value, limit, unit: 'ms' }];
  });
  const memory = figures.flatMap(({ size, peaks }): Bar[] => {
    const limit = MEMORY_BARS.get(size);
    const name = `${size} procedures, peak of memory`;
    return limit === undefined ? [] : [{ name, value: summarize(peaks).median, limit, unit: 'MB' }];
  });
  const [thousand, tenThousand] = [medianOf(1_000, 'cold'), medianOf(10_000, 'cold')];
  if (thousand === undefined || tenThousand === undefined) return [...times, ...memory];
  const name = 'time a procedure at 10,000, in multiples of that at 1,000';
  return [...times, ...memory, { name, value: tenThousand / 10 / thousand, limit: 1.3, unit: '×' }];
}
