import type { Host } from '../../compiler/host.js';
import type { BuildOrigin, Hashes } from './build-record.js';
import { hashFile } from './hash-disk.js';
import { hashVariable } from './record-environment.js';
import { hashListing } from './record-reads.js';

/** Whether a build would be made of the same now. */
export async function isFresh(
  made: BuildOrigin,
  maker: string,
  { host, root }: { readonly host: Host; readonly root: string },
): Promise<boolean> {
  if (made.maker !== maker || !areSame(made.variables, hashVariable)) return false;
  for (const [folder, hash] of Object.entries(made.folders)) {
    const path = fromRoot(root, folder);
    if (hashListing(path, await host.listFiles(path)) !== hash) return false;
  }
  return areOnDisk(root, made.files);
}

/** Whether each file is what its hash says. */
export function areOnDisk(root: string, files: Hashes): boolean {
  return areSame(files, (path) => hashFile(fromRoot(root, path)));
}

function areSame(hashes: Hashes, look: (name: string) => string | null): boolean {
  return Object.entries(hashes).every(([name, hash]) => look(name) === hash);
}

/** Records name files relative to the project, so that it may be moved; what lies outside, by its whole path. */
export function fromRoot(root: string, path: string): string {
  return /^([a-zA-Z]:)?\//.test(path) ? path : path === '' ? root : `${root}/${path}`;
}
