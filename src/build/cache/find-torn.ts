import { statSync } from 'node:fs';
import type { BuildInputs, Hashes } from './build-record.js';
import { fromRoot } from './find-change.js';

/** Disks tell the time of a change by a clock that is up to so far behind. */
const CLOCK_STEP_MS = 10;

/**
 * The files, as `inputs` names them, that were changed since a build began, at `since` in ms since 1970: some of what the
 * build read may have been the file before. Those that the build before had read as they are now were touched only.
 */
export function findTorn(
  root: string,
  inputs: BuildInputs,
  { since, before }: { readonly since: number; readonly before: Hashes },
): readonly string[] {
  const isTorn = ([path, hash]: [string, string | null]) => {
    if (hash === null || before[path] === hash) return false;
    const stats = statSync(fromRoot(root, path), { throwIfNoEntry: false });
    return !stats || stats.ctimeMs >= since - CLOCK_STEP_MS;
  };
  return Object.entries(inputs.files)
    .filter(isTorn)
    .map(([path]) => path);
}
