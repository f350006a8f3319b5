import { KEYS } from '../outside/list-servers.js';
import {
  type Figures,
  selectBuild,
  selectBuilds,
  selectMainOutside,
  selectMedian,
  selectMemory,
  selectOutside,
  selectRequests,
  selectScale,
  selectStart,
  selectStarts,
  selectWaits,
} from './select-figures.js';
import type { Results } from './summarize-report.js';

/** The table of the README: a row a measure, procgen beside others. What was not measured is left out. */
export function printSummary(results: Results): string {
  const same = selectRequests(results).find(isList);
  const outside = selectMainOutside(results);
  const rows = [
    [`CPU of a list of 20, same answers, Node ${majorOf(results.server)}`, same],
    [`CPU of a list of 20, as they come, ${outside?.title}`, outside?.measures.find(isList)],
    ['build of 1,000 procedures', selectBuild(results, 'ms, wall')],
    ['first answer with 1,000 procedures', selectStart(results, 'ms, wall')],
  ] as const;
  const lines = rows.flatMap(([name, figures]) => {
    const own = figures?.rows.find(({ contender }) => contender === 'procgen' || contender === KEYS);
    if (!figures || !own) return [];
    const print = ({ median }: Figures['rows'][number]) => printFigure(median, figures.unit);
    const others = figures.rows.filter(({ contender }) => !contender.startsWith('procgen'));
    return [[name, print(own), others.map((row) => `${row.contender} ${print(row)}`).join(', ')]];
  });
  return printRows([['', 'procgen', 'others'], ['---', '---', '---'], ...lines]);
}

function majorOf(bench: Results[string] | undefined): string {
  return /\d+/.exec(bench?.machine.node ?? '')?.[0] ?? '';
}

function isList({ title }: Figures): boolean {
  return title.startsWith('list');
}

/** The tables of the page on performance; what was not measured is left out. */
export function printFigures(results: Results): string {
  const sections: (readonly [title: string, ...tables: string[]])[] = [
    ['Requests: same answers', printComparison('CPU of a request', selectRequests(results), printQuotient)],
    ...selectOutside(results).map(({ title, measures }) => {
      const table = printComparison('CPU of a request', measures, printQuotient);
      return [`Requests: servers as they come, ${title}`, table] as const;
    }),
    [
      'Latency and memory',
      printComparison('p99 at half of saturation', selectWaits(results), printPaired),
      printComparison('memory', [selectMemory(results)], printQuotient),
    ],
    [
      'Builds',
      printComparison('1,000 procedures, cold', selectBuilds(results), printQuotient),
      printAgain(results),
    ],
    ['Start', printComparison('to the first answer, 1,000 procedures', selectStarts(results), printQuotient)],
    [
      'Keys in PostgreSQL',
      printComparison('CPU of procgen, keys in', selectScale(results, 'µs CPU a request'), printQuotient),
      printComparison('CPU of PostgreSQL', selectScale(results, 'µs CPU of PostgreSQL'), printQuotient),
      printComparison('p99', selectScale(results, 'ms at p99'), printPaired),
    ],
  ];
  const parts = sections.flatMap(([title, ...tables]) => {
    const measured = tables.filter((table) => table !== '');
    return measured.length === 0 ? [] : [`## ${title}\n`, ...measured];
  });
  return [...parts, printMachines(results, SHOWN)].join('\n');
}

const SHOWN = ['server', 'outside', 'latency', 'build', 'start', 'scale'];

type Row = Figures['rows'][number];

/** A row a measure, a column a contender. */
function printComparison(
  title: string,
  measures: readonly (Figures | undefined)[],
  print: (row: Row, figures: Figures) => string,
): string {
  const there = measures.filter((figures) => figures !== undefined);
  const [first] = there;
  if (!first) return '';
  const contenders = first.rows.map(({ contender }) => contender);
  const lines = there.map((figures) => [figures.title, ...figures.rows.map((row) => print(row, figures))]);
  return printRows([[title, ...contenders], contenders.map(() => '---').concat('---'), ...lines]);
}

/** The figure, and its multiple of the baseline: the quotient of the two figures as they are shown. */
function printQuotient({ contender, median }: Row, { unit, baseline, rows }: Figures): string {
  const base = rows.find((row) => row.contender === baseline);
  const figure = printFigure(median, unit);
  if (!base || contender === baseline) return figure;
  return `${figure} (× ${(roundFigure(median, unit) / roundFigure(base.median, unit)).toFixed(2)})`;
}

/**
 * The median of the paired rounds' ratios alone. The rate differs from round to round, so the medians of two contenders
 * cannot be compared.
 */
function printPaired({ ratio }: Row): string {
  return `× ${ratio.toFixed(2)}`;
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
function printMachines(results: Results, benches = Object.keys(results)): string {
  const places = new Map<string, string[]>();
  for (const bench of benches) {
    const { machine } = results[bench] ?? {};
    if (!machine) continue;
    const where = `${machine.date}, Node ${machine.node.replaceAll('v', '')}, ${machine.processors}`;
    places.set(where, [...(places.get(where) ?? []), bench]);
  }
  return [...places].map(([where, names]) => `Medians of ${names.join(', ')}: ${where}.\n`).join('');
}

function printRows(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** As a person says it: seconds from one second on. */
export function printFigure(value: number, unit: string): string {
  const { scale, name } = chooseUnit(value, unit);
  return `${printNumber(value / scale)} ${name}`;
}

/** The value that `printFigure` shows, in the unit given. */
function roundFigure(value: number, unit: string): number {
  const { scale } = chooseUnit(value, unit);
  return Number(printNumber(value / scale)) * scale;
}

function chooseUnit(value: number, unit: string): { readonly scale: number; readonly name: string } {
  const [name = ''] = unit.split(/[ ,]/);
  return name === 'ms' && value >= 1_000 ? { scale: 1_000, name: 's' } : { scale: 1, name };
}

/** Three significant digits. */
function printNumber(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value.toFixed(value >= 10 ? 1 : 2);
}
