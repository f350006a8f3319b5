import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isProcedureFile } from '../../definition/procedure-file.js';
import type { Manifest } from './manifest.js';

/** How the sources differ from those of the bundle; the paths are sorted. */
export interface Staleness {
  readonly changed: readonly string[];
  readonly missing: readonly string[];
  readonly added: readonly string[];
}

/**
 * Compares the project's files, including new procedure files, with the inputs of the bundle. Null if the bundle is
 * fresh, and also if none of its inputs exists: a deployment without sources cannot be stale.
 */
export function checkManifest(root: string, manifest: Manifest): Staleness | null {
  const paths = Object.keys(manifest.inputs).sort();
  // For a missing file, checking its existence costs an eighth of a failed read.
  if (!paths.some((path) => existsSync(`${root}/${path}`))) return null;
  const hashes = new Map(paths.map((path) => [path, hashSource(`${root}/${path}`)]));
  const missing = paths.filter((path) => hashes.get(path) === null);
  const changed = paths.filter((path) => ![null, manifest.inputs[path]].includes(hashes.get(path)));
  const found = listProcedureFiles(root, manifest.procedures).filter((path) => !hashes.has(path));
  const added = found.filter((path) => existsSync(`${root}/${path}`));
  return missing.length + changed.length + added.length === 0 ? null : { changed, missing, added };
}

/** Hashes a file like a build: as text, which Node reads in half the time. Null if there is no such file. */
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
 * Lists paths relative to `folder`, with `/`. As in a build, links to folders are not followed, which `recursive` of
 * Node 22 would do; broken links are listed.
 */
function listFiles(folder: string, inside: string): readonly string[] {
  return readdirSync(`${folder}/${inside}`, { withFileTypes: true }).flatMap((entry) => {
    const path = inside + entry.name;
    return entry.isDirectory() ? listFiles(folder, `${path}/`) : [path];
  });
}
