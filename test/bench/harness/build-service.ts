import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { RouteTable } from '../../../src/runtime/route-table.js';
import { BENCH_FOLDER, REPOSITORY, WORK_FOLDER } from './places.js';

/** The command line of this checkout. */
export const PROCGEN = `${REPOSITORY}bin/procgen.js`;

export interface BuiltService {
  /** The project's folder. */
  readonly root: string;
  readonly routes: RouteTable;
}

/**
 * Builds `service/` with the real command line. It is copied to where `procgen` and `zod` are this checkout's own,
 * and takes the store of an earlier run away. Throws when the build has errors.
 */
export async function buildService(): Promise<BuiltService> {
  const root = `${WORK_FOLDER}/service`;
  rmSync(root, { recursive: true, force: true });
  cpSync(`${BENCH_FOLDER}service`, root, { recursive: true });
  runProcgen(root, ['build']);
  const bundle = await import(pathToFileURL(`${root}/.procgen/server/index.mjs`).href);
  return { root, routes: bundle.routes };
}

/** Runs `procgen …args` in a project, and returns what it printed for machines. */
export function runProcgen(root: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROCGEN, '-C', root, ...args], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`procgen ${args.join(' ')} ended with ${status}:\n${stderr}`);
  return stdout;
}
