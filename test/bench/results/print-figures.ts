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

/** The tables of the README; what was not measured is left out. */
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
    printMachines(results),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** A row a measure, a column a contender, each with its multiple of the baseline. */
function printComparison(
  title: string,
  measures: readonly (readonly [name: string, figures: Figures | undefined])[],
): string {
  const there = measures.flatMap(([name, figures]) => (figures ? [{ name, ...figures }] : []));
  const [first] = there;
  if (!first) return '';
  const contenders = first.rows.map(({ contender }) => contender);
  const lines = there.map(({ name, unit, baseline, rows }) => {
    const cells = rows.map(({ contender, median, ratio }) => {
      const figure = printFigure(median, unit);
      return contender === baseline ? figure : `${figure} (× ${ratio.toFixed(2)})`;
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

/** Three digits that count. */
function printNumber(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value.toFixed(value >= 10 ? 1 : 2);
}
