import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from './manifest.js';

/** How the sources stand to what was built from them; the paths are sorted. */
export interface Staleness {
  readonly changed: readonly string[];
  readonly missing: readonly string[];
}

/**
 * Compares the project's files with what the bundle was made of. Null when the bundle is fresh, and also when none of
 * its inputs is there: a deployment without sources has nothing to be stale against.
 */
export async function checkManifest(root: string, manifest: Manifest): Promise<Staleness | null> {
  const paths = Object.keys(manifest.inputs).sort();
  const states = await Promise.all(paths.map((path) => inspect(join(root, path), manifest.inputs[path])));
  const missing = paths.filter((_, index) => states[index] === 'missing');
  const changed = paths.filter((_, index) => states[index] === 'changed');
  if (missing.length === paths.length || missing.length + changed.length === 0) return null;
  return { changed, missing };
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
