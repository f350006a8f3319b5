import { type Bar, createRivalBar } from '../harness/bar.js';
import { quantile } from '../harness/statistics.js';
import { OURS, type ProjectFigures, type ProjectKind, type Sample } from './measure-project.js';

const isNode20 = process.version.startsWith('v20.');
const BOTH: readonly ProjectKind[] = ['flat', 'real'];

/** A size and a state of projects, and what a build of them may take at most. The bars are for Node 24. */
const TIME_BARS: readonly (readonly [size: number, state: string, limitMs: number])[] = [
  [1_000, 'cold', isNode20 ? 2_500 : 2_000],
  [1_000, 'unchanged', 250],
  [1_000, 'one file changed', 800],
  [1_000, 'shared schema module changed', 1_200],
  [1_000, 'watch', 200],
  [1_000, 'served, one file changed', 500],
  [1_000, 'served, shared schema module changed', 900],
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

/** The bars for what was measured. */
export function listBuildBars(figures: readonly ProjectFigures[]): readonly Bar[] {
  return [
    ...BOTH.flatMap((kind) => listLimits(figures.filter((each) => each.kind === kind))),
    ...listGrowth(figures.filter(({ kind }) => kind === 'flat')),
    ...listRivals(figures.find(({ kind, procedures }) => kind === 'flat' && procedures === RIVAL_SIZE)),
  ];
}

function listLimits(figures: readonly ProjectFigures[]): readonly Bar[] {
  const list = (
    [size, state, limit]: readonly [number, string, number],
    { measure, key, unit }: { measure: string; key: keyof Sample; unit: string },
  ): readonly Bar[] => {
    const project = figures.find(({ procedures }) => procedures === size);
    const value = readMedian(project, state, key);
    const name = `${size} procedures in ${project?.files} files, ${measure}`;
    return value === undefined ? [] : [{ name, value, limit, unit }];
  };
  return [
    ...TIME_BARS.flatMap((bar) => list(bar, { measure: bar[1], key: 'wallMs', unit: 'ms' })),
    ...MEMORY_BARS.flatMap(([size, limit]) =>
      list([size, 'cold', limit], { measure: 'peak of memory', key: 'peakMegabytes', unit: 'MB' }),
    ),
  ];
}

function readMedian(
  figures: ProjectFigures | undefined,
  state: string,
  key: keyof Sample,
): number | undefined {
  const values = figures?.states
    .get(state)
    ?.get(OURS)
    ?.flatMap((sample) => sample[key] ?? []);
  return values && quantile(values, 0.5);
}

function listGrowth(figures: readonly ProjectFigures[]): readonly Bar[] {
  const [one, other] = [1_000, 10_000].map((size) => {
    const wallMs = readMedian(
      figures.find(({ procedures }) => procedures === size),
      'cold',
      'wallMs',
    );
    return wallMs && wallMs / size;
  });
  if (!one || !other) return [];
  const name = 'time a procedure at 10,000, in multiples of that at 1,000';
  return [{ name, value: other / one, limit: GROWTH_LIMIT, unit: '×' }];
}

function listRivals(figures: ProjectFigures | undefined): readonly Bar[] {
  const cold = figures?.states.get('cold');
  const seriesOf = (contender: string) => ({
    contender,
    samples: (cold?.get(contender) ?? []).flatMap(({ cpuMs }) => cpuMs ?? []),
  });
  return RIVALS.filter((rival) => cold?.has(rival)).map((rival) =>
    createRivalBar(`CPU of ${RIVAL_SIZE} procedures, cold`, seriesOf(OURS), seriesOf(rival)),
  );
}
