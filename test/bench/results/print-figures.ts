import type { Sheet } from '../harness/report.js';
import {
  type Figures,
  selectBuild,
  selectMedian,
  selectMemory,
  selectRequests,
  selectStart,
  selectWaits,
} from './select-figures.js';
import type { Results } from './summarize-report.js';

/** The table of the README: a row a measure, procgen beside others. What was not measured is left out. */
export function printSummary(results: Results): string {
  const list = selectRequests(results).find(({ title }) => title.startsWith('list'));
  const measures = [
    ['CPU of a request, list of 20', list],
    ['build of 1,000 procedures', selectBuild(results, 'ms, wall')],
    ['start to the first answer, 1,000 procedures', selectStart(results, 'ms, wall')],
  ] as const;
  const rows = measures.flatMap(([name, figures]) => {
    if (!figures) return [];
    const print = ({ median }: Figures['rows'][number]) => printFigure(median, figures.unit);
    const own = figures.rows.find(({ contender }) => contender === 'procgen');
    const others = figures.rows.filter((row) => row !== own);
    return own ? [[name, print(own), others.map((row) => `${row.contender} ${print(row)}`).join(', ')]] : [];
  });
  return printRows([['', 'procgen', 'others'], ['---', '---', '---'], ...rows]);
}

/** The tables of the page on performance; what was not measured is left out. */
export function printFigures(results: Results): string {
  const requests = selectRequests(results);
  const builds = [
    ['time', selectBuild(results, 'ms, wall')],
    ['CPU', selectBuild(results, 'ms CPU')],
    ['memory', selectBuild(results, 'MB at the peak')],
  ] as const;
  const starts = [
    ['time', selectStart(results, 'ms, wall')],
    ['CPU', selectStart(results, 'ms CPU')],
  ] as const;
  const waits = [
    ...selectWaits(results).map((figures) => [figures.title, figures] as const),
    ['peak of memory', selectMemory(results)] as const,
  ];
  const parts = [
    printComparison(
      'CPU a request',
      requests.map((figures) => [figures.title, figures] as const),
    ),
    printComparison('build of 1,000 procedures, cold', builds),
    printAgain(results),
    printComparison('start to the first answer, 1,000 procedures', starts),
    printComparison('p99 at half of saturation, and memory', waits),
    ...(results.outside?.sheets ?? []).map(printSheet),
    printMachines(results),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** A row a measure, a column a contender; a dash where one was not measured. */
function printSheet({ title, contenders, rows }: Sheet): string {
  const lines = rows.map(({ measure, unit, values }) => [
    measure,
    ...values.map((value) => (Number.isFinite(value) ? printFigure(value, unit) : '–')),
  ]);
  return printRows([[title, ...contenders], contenders.map(() => '---').concat('---'), ...lines]);
}

/** A row a measure, a column a contender, each with its multiple of the baseline: the quotient of the figures shown. */
function printComparison(
  title: string,
  measures: readonly (readonly [name: string, figures: Figures | undefined])[],
): string {
  const there = measures.flatMap(([name, figures]) => (figures ? [{ name, ...figures }] : []));
  const [first] = there;
  if (!first) return '';
  const contenders = first.rows.map(({ contender }) => contender);
  const lines = there.map(({ name, unit, baseline, rows }) => {
    const base = rows.find(({ contender }) => contender === baseline)?.median ?? Number.NaN;
    const cells = rows.map(({ contender, median }) => {
      const figure = printFigure(median, unit);
      if (contender === baseline) return figure;
      return `${figure} (× ${(roundAsPrinted(median) / roundAsPrinted(base)).toFixed(2)})`;
    });
    return [name, ...cells];
  });
  return printRows([[title, ...contenders], contenders.map(() => '---').concat('---'), ...lines]);
}

const AGAIN = [
  ['unchanged', '1000 procedures in 1000 files, procgen', 'unchanged'],
  ['one file changed', '1000 procedures in 1000 files, procgen', 'one file changed'],
  ['saved under `--watch`', '1000 procedures in 1000 files, procgen', 'watch'],
  ['10,000 procedures, cold', '10000 procedures in 10000 files, procgen', 'cold'],
] as const;

function printAgain(results: Results): string {
  const times = AGAIN.flatMap(([name, title, state]) => {
    const median = selectMedian(results, ['build', title, 'ms, wall', state]);
    return median === undefined ? [] : [[name, printFigure(median, 'ms, wall')] as const];
  });
  if (times.length === 0) return '';
  const names = times.map(([name]) => name);
  return printRows([
    ['procgen’s other builds', ...names],
    ['---', ...names.map(() => '---')],
    ['time', ...times.map(([, time]) => time)],
  ]);
}

/** The bars that were measured, and whether they were met. */
export function printBars(results: Results): string {
  const rows = Object.entries(results).flatMap(([bench, { bars }]) =>
    bars.map(({ name, value, limit, unit, isMet, lower }) => [
      `\`${bench}\``,
      name,
      `${printNumber(value)} ${unit}${lower ? `, lower in ${lower} rounds` : ''}`,
      String(limit),
      isMet ? 'met' : '**missed**',
    ]),
  );
  if (rows.length === 0) return '';
  const head = [
    ['bench', 'bar', 'measured', 'at most', ''],
    ['---', '---', '---', '---', '---'],
  ];
  return [printRows([...head, ...rows]), printMachines(results)].join('\n');
}

/** A line a machine and day, with the benches that were run there and then. */
function printMachines(results: Results): string {
  const benches = new Map<string, string[]>();
  for (const [bench, { machine }] of Object.entries(results)) {
    const where = `${machine.date}, Node ${machine.node.slice(1)}, ${machine.processors}`;
    benches.set(where, [...(benches.get(where) ?? []), bench]);
  }
  return [...benches].map(([where, names]) => `Medians of ${names.join(', ')}: ${where}.\n`).join('');
}

function printRows(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** As a person says it: seconds from one second on. */
export function printFigure(value: number, unit: string): string {
  const [measure = ''] = unit.split(/[ ,]/);
  return measure === 'ms' && value >= 1_000
    ? `${printNumber(value / 1_000)} s`
    : `${printNumber(value)} ${measure}`;
}

function roundAsPrinted(value: number): number {
  return value >= 1_000 ? Number(printNumber(value / 1_000)) * 1_000 : Number(printNumber(value));
}

/** Three significant digits. */
function printNumber(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value.toFixed(value >= 10 ? 1 : 2);
}
