import { type Bar, createRivalBar } from '../harness/bar.js';
import type { ProcessUsage } from '../harness/run-process.js';
import { quantile } from '../harness/statistics.js';
import type { SizedFigures } from './measure-size.js';

/** A size and a state of the project, and what a build of it may take at most. */
const TIME_BARS: readonly (readonly [size: number, state: string, limitMs: number])[] = [
  [1_000, 'cold', 2_000],
  [1_000, 'unchanged', 250],
  [1_000, 'one file changed', 800],
  [1_000, 'watch', 150],
  [10_000, 'cold', 18_000],
];
const MEMORY_BARS: readonly (readonly [size: number, limitMegabytes: number])[] = [
  [1_000, 400],
  [10_000, 1_500],
];
const GROWTH_LIMIT = 1.3;
/** Where the rivals are compared, in which of their pipelines. */
const RIVAL_SIZE = 1_000;
const RIVALS = ['tsoa + hey-api', 'tsoa + orval'];

/** The bars for the sizes that were measured. */
export function listBuildBars(figures: readonly SizedFigures[]): readonly Bar[] {
  const find = (size: number) => figures.find((figure) => figure.size === size);
  const times = TIME_BARS.flatMap(([size, state, limit]): Bar[] => {
    const value = readWallMs(find(size), state);
    return value === undefined ? [] : [{ name: `${size} procedures, ${state}`, value, limit, unit: 'ms' }];
  });
  const memory = MEMORY_BARS.flatMap(([size, limit]): Bar[] => {
    const usages = find(size)?.states.get('cold');
    const name = `${size} procedures, peak of memory`;
    return usages ? [{ name, value: medianOf(usages, 'peakMegabytes'), limit, unit: 'MB' }] : [];
  });
  return [...times, ...memory, ...listGrowth(find(1_000), find(10_000)), ...listRivals(find(RIVAL_SIZE))];
}

function readWallMs(figures: SizedFigures | undefined, state: string): number | undefined {
  if (state === 'watch') return figures && quantile(figures.watch.samples, 0.5);
  const usages = figures?.states.get(state);
  return usages && medianOf(usages, 'wallMs');
}

function listGrowth(smaller: SizedFigures | undefined, larger: SizedFigures | undefined): readonly Bar[] {
  const [one, other] = [readWallMs(smaller, 'cold'), readWallMs(larger, 'cold')];
  if (!smaller || !larger || one === undefined || other === undefined) return [];
  const value = other / larger.size / (one / smaller.size);
  const name = 'time a procedure at 10,000, in multiples of that at 1,000';
  return [{ name, value, limit: GROWTH_LIMIT, unit: '×' }];
}

function listRivals(figures: SizedFigures | undefined): readonly Bar[] {
  const seriesOf = (contender: string) => ({
    contender,
    samples: (figures?.cold.get(contender) ?? []).map(({ cpuMs }) => cpuMs),
  });
  const rivals = RIVALS.filter((rival) => figures?.cold.has(rival));
  return rivals.map((rival) =>
    createRivalBar(`CPU of ${RIVAL_SIZE} procedures, cold`, seriesOf('procgen'), seriesOf(rival)),
  );
}

function medianOf(usages: readonly ProcessUsage[], key: keyof ProcessUsage): number {
  return quantile(
    usages.map((usage) => usage[key]),
    0.5,
  );
}
