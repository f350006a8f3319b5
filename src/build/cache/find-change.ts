import type { Host } from '../../compiler/host.js';
import { absolute } from '../../compiler/relative-path.js';
import { hashVariable } from '../guard-process.js';
import type { BuildInputs, Hashes } from './build-record.js';
import { hashFile } from './hash-disk.js';
import { isSettingsFile } from './list-settings-files.js';
import { hashListing } from './record-reads.js';

/** What has changed since a build: nothing, files that it parsed, or also what decides of how all files are parsed. */
export type Change = 'none' | 'files' | 'settings';

/** Compares what a build was made of with what there is now. */
export async function findChange(
  inputs: BuildInputs,
  fingerprint: string,
  { host, root }: { readonly host: Host; readonly root: string },
): Promise<Change> {
  if (inputs.fingerprint !== fingerprint || !areSame(inputs.variables, hashVariable)) return 'settings';
  let change: Change = 'none';
  for (const [path, hash] of Object.entries(inputs.files)) {
    if (hashFile(absolute(root, path)) === hash) continue;
    // A file that was looked for and has come may stand in the way of another.
    if (hash === null || isSettingsFile(path)) return 'settings';
    change = 'files';
  }
  for (const [folder, hash] of Object.entries(inputs.folders)) {
    const path = absolute(root, folder);
    if (hashListing(path, await host.listFiles(path)) !== hash) change = 'files';
  }
  return change;
}

/** Whether each file is what its hash says. */
export function areOnDisk(root: string, files: Hashes): boolean {
  return areSame(files, (path) => hashFile(absolute(root, path)));
}

function areSame(hashes: Hashes, look: (name: string) => string | null): boolean {
  return Object.entries(hashes).every(([name, hash]) => look(name) === hash);
}
