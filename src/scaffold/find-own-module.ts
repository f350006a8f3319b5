import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { NEW_MODULES } from './list-project-files.js';

/**
 * A module below `root` whose kind package.json decides, relative to `root`; null when there is none but those that a new
 * project brings along. Installed packages, hidden folders and folders with a package.json of their own have no say.
 */
export async function findOwnModule(root: string, folder = ''): Promise<string | null> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(orNone);
  if (folder !== '' && entries.some(({ name }) => name === 'package.json')) return null;
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile() && /\.[jt]sx?$/.test(path) && !NEW_MODULES.includes(path)) return path;
    if (!entry.isDirectory() || entry.name === 'node_modules' || entry.name.startsWith('.')) continue;
    const found = await findOwnModule(root, path);
    if (found !== null) return found;
  }
  return null;
}

/** Nothing where a folder is gone or may not be read, as the data of a container's service may not. */
function orNone(error: NodeJS.ErrnoException): [] {
  if (['ENOENT', 'EACCES', 'EPERM'].includes(error.code ?? '')) return [];
  throw error;
}
