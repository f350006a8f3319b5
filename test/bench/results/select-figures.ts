import type { ResultRow, Results, ResultTable } from './summarize-report.js';

/** One measure of several contenders, as the README and its chart show it. */
export interface Figures {
  readonly title: string;
  readonly unit: string;
  /** Whom the ratios are multiples of. */
  readonly baseline: string;
  readonly rows: readonly { readonly contender: string; readonly median: number; readonly ratio: number }[];
}

/** The CPU of a request of each kind; none when it was not measured. */
export function selectRequests(results: Results): readonly Figures[] {
  const tables = results.server?.tables ?? [];
  return tables.map(({ title, baseline, rows }) => ({
    title: title.split(',')[0] ?? title,
    unit: 'µs',
    baseline,
    rows: rows.map(shorten),
  }));
}

/** A table of the bench `outside`; its title is the Node, and the further routes where there are some. */
export interface Outside {
  readonly title: string;
  readonly measures: readonly Figures[];
}

/** The median CPU of requests to servers as they come, for each Node and number of routes that was measured. */
export function selectOutside(results: Results): readonly Outside[] {
  return (results.outside?.sheets ?? []).map(({ title, contenders, rows }) => ({
    title,
    measures: rows
      .filter(({ measure, unit }) => measure.endsWith(', median') && unit === 'µs CPU')
      .map(({ measure, unit, values }) => ({
        title: measure.split(',')[0] ?? measure,
        unit,
        baseline: contenders[0] ?? '',
        rows: contenders.map((contender, index) => {
          const median = values[index] ?? Number.NaN;
          return { contender, median, ratio: median / (values[0] ?? Number.NaN) };
        }),
      })),
  }));
}

/** The table of Node 24 without further routes, or of the last Node when 24 was not measured. */
export function selectMainOutside(results: Results): Outside | undefined {
  const alone = selectOutside(results).filter(({ title }) => /^Node \d+$/.test(title));
  return alone.find(({ title }) => title === 'Node 24') ?? alone.at(-1);
}

/** A measure of cold builds of 1,000 procedures by those who make a client too. */
export function selectBuild(results: Results, unit: string): Figures | undefined {
  const table = find(results, 'build', '1000 procedures in 1000 files, cold', unit);
  if (!table) return undefined;
  const rows = table.rows.filter(({ contender }) => !contender.endsWith(' alone'));
  return { title: 'Build of 1,000 procedures', unit, baseline: table.baseline, rows };
}

/** Time, CPU and memory of those builds. */
export function selectBuilds(results: Results): readonly Figures[] {
  const units = [
    ['time', 'ms, wall'],
    ['CPU', 'ms CPU'],
    ['memory', 'MB at the peak'],
  ] as const;
  return units.flatMap(([title, unit]) => rename(selectBuild(results, unit), title));
}

/** A measure of the start of servers with 1,000 procedures. */
export function selectStart(results: Results, unit: string): Figures | undefined {
  const table = find(results, 'start', 'to the first answer, 1000 procedures', unit);
  if (!table) return undefined;
  const rows = table.rows.filter(({ contender }) => !contender.includes('of its repository')).map(shorten);
  return { title: 'First answer, 1,000 procedures', unit, baseline: table.baseline, rows };
}

/** Time and CPU of that start. */
export function selectStarts(results: Results): readonly Figures[] {
  const units = [
    ['time', 'ms, wall'],
    ['CPU', 'ms CPU'],
  ] as const;
  return units.flatMap(([title, unit]) => rename(selectStart(results, unit), title));
}

function rename(figures: Figures | undefined, title: string): readonly Figures[] {
  return figures ? [{ ...figures, title }] : [];
}

/** How long answers take at half of what each server can answer. */
export function selectWaits(results: Results): readonly Figures[] {
  const tables = (results.latency?.tables ?? []).filter(({ unit }) => unit === 'ms at p99');
  return tables.map(({ title, unit, baseline, rows }) => ({
    title: title.split(',')[0] ?? title,
    unit,
    baseline,
    rows,
  }));
}

/** The most memory that each server has had after as many requests. */
export function selectMemory(results: Results): Figures | undefined {
  const table = results.latency?.tables.find(({ unit }) => unit === 'MB at the peak');
  return table && { ...table, title: `peak ${table.title}` };
}

/** What keys in PostgreSQL cost, in one unit. */
export function selectScale(results: Results, unit: string): readonly Figures[] {
  const tables = (results.scale?.tables ?? []).filter((table) => table.unit === unit);
  return tables.map(({ title, ...table }) => ({ ...table, title: title.split(',')[0] ?? title }));
}

/** The median of one contender in one table; undefined when it was not measured. */
export function selectMedian(
  results: Results,
  [bench, title, unit, contender]: readonly [bench: string, title: string, unit: string, contender: string],
): number | undefined {
  return find(results, bench, title, unit)?.rows.find((row) => row.contender === contender)?.median;
}

function find(results: Results, bench: string, title: string, unit: string): ResultTable | undefined {
  return results[bench]?.tables.find((table) => table.title.startsWith(title) && table.unit === unit);
}

/** By the name alone, which a column or a chart has room for. */
function shorten({ contender, median, ratio }: ResultRow): Figures['rows'][number] {
  return { contender: contender.split(',')[0] ?? contender, median, ratio };
}
