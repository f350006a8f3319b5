import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isProcedureFile } from '../../authoring/procedure-file.js';
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
export async function checkManifest(root: string, manifest: Manifest): Promise<Staleness | null> {
  const paths = Object.keys(manifest.inputs).sort();
  const states = await Promise.all(paths.map((path) => inspect(join(root, path), manifest.inputs[path])));
  const missing = paths.filter((_, index) => states[index] === 'missing');
  const changed = paths.filter((_, index) => states[index] === 'changed');
  if (missing.length === paths.length) return null;
  const added = (await listProcedureFiles(root, manifest.procedures)).filter((path) => !paths.includes(path));
  return missing.length + changed.length + added.length === 0 ? null : { changed, missing, added };
}

async function listProcedureFiles(root: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { recursive: true }).catch(() => []);
  const files = entries.map((entry) => entry.replaceAll('\\', '/')).filter(isProcedureFile);
  return files.sort().map((file) => `${folder}/${file}`);
}

async function inspect(path: string, hash: string | undefined): Promise<'same' | 'changed' | 'missing'> {
  try {
    const bytes = await readFile(path);
    return createHash('sha256').update(bytes).digest('hex') === hash ? 'same' : 'changed';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing';
    throw error;
  }
}
