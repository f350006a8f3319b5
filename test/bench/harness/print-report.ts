import { printTable } from '../../../src/cli/print/print-table.js';
import { type Bar, isMet } from './bar.js';
import type { Series } from './compare.js';
import type { Report, Sheet, Table } from './report.js';
import { pairSamples, quantile, summarize } from './statistics.js';
import type { ProfileShare } from './summarize-profile.js';
import type { TakenProfile } from './take-profile.js';

/** The report as a person reads it. */
export function printReport({ bench, tables, sheets = [], bars, profiles }: Report): string {
  return [
    ...sheets.map((sheet) => `\n${bench}: ${sheet.title}\n${printSheet(sheet)}`),
    ...tables.map((table) => `\n${bench}: ${table.title}\n${printFigures(table)}`),
    ...bars.map(printBar),
    ...profiles.map(printProfile),
  ].join('');
}

function printSheet({ contenders, rows }: Sheet): string {
  const lines = rows.map(({ measure, unit, values }) => {
    const [baseline = 0] = values;
    const cells = values.map((value, index) =>
      index === 0 ? print(value) : `${print(value)} (× ${(value / baseline).toFixed(2)})`,
    );
    return [measure, unit, ...cells];
  });
  return printTable([['', '', ...contenders], ...lines]);
}

function printFigures(table: Table): string {
  const baseline = table.series.find(({ contender }) => contender === table.baseline);
  if (!baseline) throw new TypeError(`The table "${table.title}" lacks its baseline.`);
  return table.kind === 'rounds' ? printRounds(table, baseline) : printSingle(table, baseline);
}

function printRounds({ unit, series }: Table, baseline: Series): string {
  const rows = series.map(({ contender, samples }) => {
    const { median, lowerQuartile, upperQuartile } = summarize(samples);
    const { ratio, wins, rounds } = pairSamples(samples, baseline.samples);
    return [
      contender,
      print(median),
      `${print(lowerQuartile)}–${print(upperQuartile)}`,
      `× ${ratio.median.toFixed(2)}`,
      `${ratio.lowerQuartile.toFixed(2)}–${ratio.upperQuartile.toFixed(2)}`,
      contender === baseline.contender ? '' : `${wins} of ${rounds}`,
    ];
  });
  return printTable([
    ['', unit, 'middle half', `× ${baseline.contender}`, 'middle half', 'rounds below it'],
    ...rows,
  ]);
}

function printSingle({ unit, series }: Table, baseline: Series): string {
  const rows = series.map(({ contender, samples }) => [
    contender,
    ...[0.5, 0.9, 0.99, 1].map((q) => print(quantile(samples, q))),
    `× ${(quantile(samples, 0.99) / quantile(baseline.samples, 0.99)).toFixed(2)}`,
    String(samples.length),
  ]);
  return printTable([
    ['', `p50 ${unit}`, 'p90', 'p99', 'max', `p99 × ${baseline.contender}`, 'samples'],
    ...rows,
  ]);
}

function printBar(bar: Bar): string {
  const { name, value, limit, unit, floor, lower } = bar;
  const least = floor === undefined ? '' : `; no less than ${print(floor)} is possible here and now`;
  const pairs = lower ? `; lower in ${lower.rounds} of ${lower.of} rounds, at least ${lower.atLeast}` : '';
  const figure = [print(value), unit].join(' ').trimEnd();
  return `\nbar ${isMet(bar) ? 'met' : 'MISSED'}: ${name}: ${figure}, at most ${limit}${pairs}${least}\n`;
}

const FUNCTIONS_PRINTED = 40;
const MODULES_PRINTED = 20;

function printProfile({ title, file, summary: { functions, modules } }: TakenProfile): string {
  return [
    `\nprofile: ${title} (${file})\n`,
    printShares(functions.slice(0, FUNCTIONS_PRINTED)),
    printShares(modules.slice(0, MODULES_PRINTED)),
  ].join('\n');
}

function printShares(shares: readonly ProfileShare[]): string {
  return printTable(shares.map(({ name, share }) => [`${(share * 100).toFixed(1)} %`.padStart(6), name]));
}

/** Three digits that count. */
function print(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value.toFixed(value >= 10 ? 1 : 2);
}
