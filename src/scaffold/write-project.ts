import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ProjectFile } from './list-project-files.js';

/**
 * Writes the files below `root`, folders included. When one cannot be written, those before it are put back as they
 * were, and the fault is thrown. Returns the paths that were new or changed.
 */
export async function writeProject(root: string, files: readonly ProjectFile[]): Promise<readonly string[]> {
  const undo: (() => Promise<void>)[] = [];
  const written: string[] = [];
  try {
    for (const { path, text } of files) {
      const target = join(root, path);
      const before = await readText(target);
      if (before === text) continue;
      const folder = await mkdir(dirname(target), { recursive: true });
      if (folder !== undefined) undo.push(() => rm(folder, { recursive: true, force: true }));
      undo.push(() => (before === null ? rm(target, { force: true }) : writeFile(target, before)));
      // `wx`: what somebody else puts there meanwhile is not overwritten.
      await writeFile(target, text, { flag: before === null ? 'wx' : 'w' });
      written.push(path);
    }
    return written;
  } catch (error) {
    for (const step of undo.reverse()) await step();
    throw error;
  }
}

/** The file's text; null when there is none. Rejects when a folder stands there, or a file where a folder should. */
export async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Whether there is a folder, nothing, or something else. */
export async function inspectFolder(path: string): Promise<'folder' | 'nothing' | 'file'> {
  const entry = await stat(path).catch(() => null);
  if (entry === null) return 'nothing';
  return entry.isDirectory() ? 'folder' : 'file';
}
