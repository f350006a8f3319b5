import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isProcedureFile } from '../../definition/procedure-file.js';
import type { Manifest } from './manifest.js';

/** How the sources stand to what was built from them; the paths are sorted. */
export interface Staleness {
  readonly changed: readonly string[];
  readonly missing: readonly string[];
  readonly added: readonly string[];
}

/**
 * Compares the project's files, new procedure files included, with what the bundle was made of. Null when the bundle is fresh, and also when none of
 * its inputs is there: a deployment without sources has nothing to be stale against.
 */
export function checkManifest(root: string, manifest: Manifest): Staleness | null {
  const paths = Object.keys(manifest.inputs).sort();
  // To be asked whether it is there costs an absent file an eighth of what it costs to be read in vain.
  if (!paths.some((path) => existsSync(`${root}/${path}`))) return null;
  const hashes = new Map(paths.map((path) => [path, hashSource(`${root}/${path}`)]));
  const missing = paths.filter((path) => hashes.get(path) === null);
  const changed = paths.filter((path) => ![null, manifest.inputs[path]].includes(hashes.get(path)));
  const found = listProcedureFiles(root, manifest.procedures).filter((path) => !hashes.has(path));
  const added = found.filter((path) => existsSync(`${root}/${path}`));
  return missing.length + changed.length + added.length === 0 ? null : { changed, missing, added };
}

/** As a build reads and hashes it: as text, which Node reads in half the time. Null when there is no such file. */
function hashSource(path: string): string | null {
  try {
    return hash('sha256', readFileSync(path, 'utf8'));
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

const ABSENT: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

function listProcedureFiles(root: string, folder: string): readonly string[] {
  if (!existsSync(`${root}/${folder}`)) return [];
  return listFiles(`${root}/${folder}`, '')
    .filter(isProcedureFile)
    .sort()
    .map((file) => `${folder}/${file}`);
}

/**
 * Relative to `folder`, with `/`. As in a build, a link to a folder is not followed, which `recursive` of Node 22 would do;
 * one to nothing is listed all the same.
 */
function listFiles(folder: string, inside: string): readonly string[] {
  return readdirSync(`${folder}/${inside}`, { withFileTypes: true }).flatMap((entry) => {
    const path = inside + entry.name;
    return entry.isDirectory() ? listFiles(folder, `${path}/`) : [path];
  });
}
