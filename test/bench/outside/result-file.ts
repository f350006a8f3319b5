import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { BENCH_FOLDER, REPOSITORY, WORK_FOLDER } from '../harness/places.js';
import type { ProcessResult } from './measure-process.js';
import type { Run } from './plan-runs.js';

/** The results of one or more interrupted runs of the bench. */
export interface ResultFile {
  get(run: Run): ProcessResult | undefined;
  /** Writes the file before it returns. */
  add(run: Run, result: ProcessResult): void;
}

/** Opens a file of results, or begins a new one where there is none or `isFresh`. */
export function openResultFile(file: string, isFresh: boolean): ResultFile {
  if (isFresh) rmSync(file, { force: true });
  const results: Record<string, ProcessResult> = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : {};
  return {
    get: (run) => results[printRun(run)],
    add(run, result) {
      results[printRun(run)] = result;
      mkdirSync(dirname(file), { recursive: true });
      // The rename keeps the earlier results when the bench is ended while it writes.
      writeFileSync(`${file}.new`, `${JSON.stringify(results, null, 2)}\n`);
      renameSync(`${file}.new`, file);
    },
  };
}

export function printRun({ node, server, otherRoutes, process }: Run): string {
  return `Node ${node}, ${server}, ${otherRoutes} further routes, process ${process + 1}`;
}

/** What the figures depend on, beside the version of Node: procgen as it is shipped, the servers, the requests and the packages. */
const MEASURED = [
  `${REPOSITORY}dist`,
  `${REPOSITORY}package-lock.json`,
  `${BENCH_FOLDER}package-lock.json`,
  `${BENCH_FOLDER}service`,
  `${BENCH_FOLDER}server/parts`,
  `${BENCH_FOLDER}server/contenders/node-http.mjs`,
  ...['servers', 'build-projects.ts', 'list-servers.ts', 'measure-process.ts', 'requests.ts', 'wrk.ts'].map(
    (name) => `${BENCH_FOLDER}outside/${name}`,
  ),
];

/** The file whose name is a hash of all that is measured, so that no result of other code is taken up. */
export function locateResultFile(seconds: number): string {
  const hash = createHash('sha256').update(`${seconds} s`);
  for (const path of MEASURED) {
    for (const file of listFiles(path))
      hash.update(`\0${file.slice(REPOSITORY.length)}\0`).update(readFileSync(file));
  }
  return `${WORK_FOLDER}/outside/${hash.digest('hex').slice(0, 16)}.json`;
}

function listFiles(path: string): readonly string[] {
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(map|d\.ts)$/.test(entry.name))
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .sort();
}
