import type { Host } from '../../compiler/host.js';
import type { BuildOrigin, Hashes } from './build-record.js';
import { hashFile } from './hash-disk.js';
import { isSurrounding } from './list-surroundings.js';
import { hashVariable } from './record-environment.js';
import { hashListing } from './record-reads.js';

/**
 * The sources that have another text than when a build was made of them, as its record names them; none when a build now
 * would be made of the same. Null where more is different: procgen, the environment, a setting, or which files there are.
 */
export async function findChanges(
  made: BuildOrigin,
  maker: string,
  { host, root }: { readonly host: Host; readonly root: string },
): Promise<ReadonlySet<string> | null> {
  if (made.maker !== maker || !areSame(made.variables, hashVariable)) return null;
  for (const [folder, hash] of Object.entries(made.folders)) {
    const path = fromRoot(root, folder);
    if (hashListing(path, await host.listFiles(path)) !== hash) return null;
  }
  const changed = new Set<string>();
  for (const [path, hash] of Object.entries(made.files)) {
    const now = hashFile(fromRoot(root, path));
    if (now === hash) continue;
    if (now === null || hash === null || isSurrounding(path)) return null;
    changed.add(path);
  }
  return changed;
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
