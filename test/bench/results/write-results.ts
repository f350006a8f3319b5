import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { BENCH_FOLDER, REPOSITORY } from '../harness/places.js';
import type { Report } from '../harness/report.js';
import { drawChart } from './draw-chart.js';
import { fillBlock } from './fill-block.js';
import { printBars, printFigures, printSummary } from './print-figures.js';
import { type Machine, type Results, summarizeReport } from './summarize-report.js';

const RESULTS = `${BENCH_FOLDER}results/results.json`;

/** The files that follow from the results, and how. */
const FOLLOWING: Readonly<Record<string, (results: Results, before: string) => string>> = {
  [`${REPOSITORY}README.md`]: (results, page) => fillBlock(page, printSummary(results)),
  [`${REPOSITORY}docs/performance.md`]: (results, page) => fillBlock(page, printFigures(results)),
  [`${BENCH_FOLDER}README.md`]: (results, page) => fillBlock(page, printBars(results)),
  [`${BENCH_FOLDER}results/chart.svg`]: (results) => drawChart(results),
};

/** Puts a run in the place of that bench's last one, and writes anew what follows from the results. */
export function writeResults(report: Report): void {
  const results = sortByName({
    ...readResults(),
    [report.bench]: summarizeReport(report, readMachine(report)),
  });
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  writeFollowing(results);
}

/** Writes anew what follows from the results. */
export function writeFollowing(results: Results): void {
  for (const [file, text] of listFollowing(results)) writeFileSync(file, text);
}

export function readResults(): Results {
  return existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};
}

/** What each file that follows from the results has to hold. */
export function listFollowing(results: Results): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(FOLLOWING).map(([file, print]) => {
      const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
      return [file, print(results, before)];
    }),
  );
}

function sortByName(results: Results): Results {
  return Object.fromEntries(Object.entries(results).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function readMachine({ node = process.version }: Report): Machine {
  const [processor] = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    node,
    processors: `${cpus().length} × ${processor?.model.trim() ?? 'unknown'}`,
  };
}
