import type { BenchOptions } from '../harness/bench-options.js';
import type { Series } from '../harness/compare.js';
import type { Report, Table } from '../harness/report.js';
import type { ProcessUsage } from '../harness/run-process.js';
import { listBuildBars } from './list-build-bars.js';
import { measureSize, type SizedFigures } from './measure-size.js';

const SIZES = [10, 100, 1_000, 10_000];
/** From here on a round takes minutes: few of them, and none to warm up. */
const LARGE = 10_000;

/** Whole builds of projects with one procedure a file, from the start of the first process to the end of the last. */
export async function measureBuilds({ rounds, share, sizes }: BenchOptions): Promise<Report> {
  const figures: SizedFigures[] = [];
  for (const size of sizes ?? (share < 1 ? SIZES.slice(0, 1) : SIZES)) {
    const isLarge = size >= LARGE;
    figures.push(
      await measureSize(size, isLarge ? Math.min(3, rounds) : rounds, isLarge || share < 1 ? 0 : 1),
    );
  }
  return { bench: 'build', tables: figures.flatMap(listTables), bars: listBuildBars(figures), profiles: [] };
}

function listTables({ size, cold, states, watch }: SizedFigures): readonly Table[] {
  const title = `${size} procedures in ${size} files`;
  return [
    tableOf(`${title}, cold`, 'ms CPU', selectSeries(cold, 'cpuMs'), 'procgen'),
    tableOf(`${title}, cold`, 'ms, wall', selectSeries(cold, 'wallMs'), 'procgen'),
    tableOf(`${title}, cold`, 'MB at the peak', selectSeries(cold, 'peakMegabytes'), 'procgen'),
    tableOf(`${title}, procgen`, 'ms CPU', selectSeries(states, 'cpuMs'), 'cold'),
    tableOf(`${title}, procgen`, 'ms, wall', [...selectSeries(states, 'wallMs'), watch], 'cold'),
  ];
}

function selectSeries(
  usages: ReadonlyMap<string, readonly ProcessUsage[]>,
  key: keyof ProcessUsage,
): readonly Series[] {
  return [...usages].map(([contender, samples]) => ({
    contender,
    samples: samples.map((sample) => sample[key]),
  }));
}

function tableOf(title: string, unit: string, series: readonly Series[], baseline: string): Table {
  return { title, unit, kind: 'rounds', series, baseline };
}
