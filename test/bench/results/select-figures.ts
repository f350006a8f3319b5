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

/** A measure of cold builds of 1,000 procedures by those who make a client too. */
export function selectBuild(results: Results, unit: string): Figures | undefined {
  const table = find(results, 'build', '1000 procedures in 1000 files, cold', unit);
  if (!table) return undefined;
  const rows = table.rows.filter(({ contender }) => !contender.endsWith(' alone'));
  return { title: 'Build of 1,000 procedures', unit, baseline: table.baseline, rows };
}

/** A measure of the start of servers with 1,000 procedures. */
export function selectStart(results: Results, unit: string): Figures | undefined {
  const table = find(results, 'start', 'to the first answer, 1000 procedures', unit);
  if (!table) return undefined;
  const rows = table.rows.filter(({ contender }) => !contender.includes('of its repository')).map(shorten);
  return { title: 'First answer, 1,000 procedures', unit, baseline: table.baseline, rows };
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
  return table && { title: 'peak of memory', unit: table.unit, baseline: table.baseline, rows: table.rows };
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
