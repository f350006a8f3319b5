import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { REPOSITORY, WORK_FOLDER } from '../harness/places.js';

const OPTIONS = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  module: 'esnext',
  moduleResolution: 'bundler',
};

/** How many types TypeScript 5.9 makes of generic ones to check `consumer.ts` and what it imports. */
export function countInstantiations(folder: string): number {
  return readDiagnostic(runCompiler('typescript-5.9', folder), /^Instantiations:\s+(\d+)/m);
}

/** How long TypeScript 7 takes for the same, in milliseconds. */
export function timeCheck(folder: string): number {
  return readDiagnostic(runCompiler('typescript', folder), /^Total time:\s+([\d.]+)s/m) * 1000;
}

/** A folder whose `consumer.ts` is empty: what the compiler takes before it has anything to check. */
export function createEmptyFolder(): string {
  const folder = `${WORK_FOLDER}/client/empty`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/consumer.ts`, 'export {};\n');
  return folder;
}

function runCompiler(compiler: string, folder: string): string {
  writeFileSync(
    `${folder}/tsconfig.json`,
    JSON.stringify({ compilerOptions: OPTIONS, files: ['consumer.ts'] }),
  );
  const args = [`${REPOSITORY}node_modules/${compiler}/bin/tsc`, '-p', folder, '--extendedDiagnostics'];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The types of ${folder} have errors:\n${stdout.slice(0, 2000)}`);
  return stdout;
}

function readDiagnostic(report: string, pattern: RegExp): number {
  const [, figure] = pattern.exec(report) ?? [];
  if (figure === undefined) throw new Error(`The compiler says nothing of ${pattern.source}:\n${report}`);
  return Number(figure);
}
