import { lstat, mkdir, open, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { hasErrorCode } from './disk-door.js';

/** The path that symbolic links lead to, also when nothing stands there yet. */
export async function resolveRealPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error;
  }
  if (dirname(path) === path) return path;
  const folder = await resolveRealPath(dirname(path));
  const here = join(folder, basename(path));
  try {
    if ((await lstat(here)).isSymbolicLink())
      return await resolveRealPath(resolve(folder, await readlink(here)));
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error;
  }
  return here;
}

/** Makes the folder and those above it durably: a crash after this does not take them away again. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made !== dirname(first); made = dirname(made)) {
    const handle = await open(dirname(made), 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}
