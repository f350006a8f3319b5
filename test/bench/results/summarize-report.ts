import { isMet } from '../harness/bar.js';
import type { Report, Sheet, Table } from '../harness/report.js';
import { pairSamples, summarize } from '../harness/statistics.js';

/** What is kept of the last run of each bench, by its name: the file `results.json`. */
export type Results = Readonly<Record<string, BenchResult>>;

export interface BenchResult {
  readonly machine: Machine;
  readonly tables: readonly ResultTable[];
  /** As in the report, where a bench has some. */
  readonly sheets?: readonly Sheet[];
  readonly bars: readonly ResultBar[];
}

export interface Machine {
  /** The day of the run, as in `2026-11-22`. */
  readonly date: string;
  readonly node: string;
  /** How many of which processor. */
  readonly processors: string;
}

export interface ResultTable {
  readonly title: string;
  readonly unit: string;
  readonly baseline: string;
  readonly rows: readonly ResultRow[];
}

/** A contender's rounds; figures have four digits. */
export interface ResultRow {
  readonly contender: string;
  readonly median: number;
  /** The middle half of the rounds lies between these. */
  readonly lowerQuartile: number;
  readonly upperQuartile: number;
  /** The median of the rounds' ratios to the baseline. */
  readonly ratio: number;
  /** The rounds in which it was below the baseline. */
  readonly below: number;
  readonly rounds: number;
}

export interface ResultBar {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
  readonly isMet: boolean;
  /** Of a comparison round by round: in how many ours was lower. */
  readonly lower?: string;
}

/** What is kept of a run: medians and spread of what was measured in rounds, and the bars. */
export function summarizeReport({ tables, sheets, bars }: Report, machine: Machine): BenchResult {
  return {
    machine,
    tables: tables.filter(({ kind }) => kind === 'rounds').map(summarizeTable),
    ...(sheets && { sheets: sheets.map(roundSheet) }),
    bars: bars.map(({ name, value, limit, unit, lower, ...bar }) => ({
      name,
      value: round(value),
      limit,
      unit,
      isMet: isMet({ name, value, limit, unit, ...bar, ...(lower && { lower }) }),
      ...(lower && { lower: `${lower.rounds} of ${lower.of}` }),
    })),
  };
}

function summarizeTable({ title, unit, baseline, series }: Table): ResultTable {
  const compared = series.find(({ contender }) => contender === baseline);
  if (!compared) throw new TypeError(`The table "${title}" lacks its baseline.`);
  const rows = series.map(({ contender, samples }) => {
    const { median, lowerQuartile, upperQuartile } = summarize(samples);
    const { ratio, wins, rounds } = pairSamples(samples, compared.samples);
    return {
      contender,
      median: round(median),
      lowerQuartile: round(lowerQuartile),
      upperQuartile: round(upperQuartile),
      ratio: round(ratio.median),
      below: wins,
      rounds,
    };
  });
  return { title, unit, baseline, rows };
}

function roundSheet({ rows, ...sheet }: Sheet): Sheet {
  return { ...sheet, rows: rows.map(({ values, ...row }) => ({ ...row, values: values.map(round) })) };
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}
