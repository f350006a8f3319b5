import { type Dirent, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { statIfExists } from '../build/stat-if-exists.js';
import type { Host } from '../compiler/host.js';
import { CliFailure } from './cli-failure.js';
import { explainWriteFailure } from './explain-failure.js';
import { writeFiles } from './write-files.js';

/** The compiler's host on this machine: its disk and Node's module loader. */
export function createNodeHost(): Host {
  return {
    readFile: readText,
    listFiles,
    writeFiles,
    createFolder,
    importUrl,
    readPackageFile: (file) => readFile(file, 'utf8'),
  };
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isAbsence(error)) return null;
    if ((error as NodeJS.ErrnoException).code !== 'EISDIR') throw error;
    throw new CliFailure(`${path} is a folder, where a file is expected.`, { cause: error });
  }
}

/**
 * Lists files synchronously, sorted, without `node_modules` and `.git`. A link to a file is listed as a file; other links
 * are listed with a trailing `/` and not followed, so that no folder is walked twice.
 */
async function listFiles(folder: string): Promise<readonly string[]> {
  const found = walk(folder);
  return found.sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
}

function walk(folder: string): string[] {
  return readEntries(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return entry.name === 'node_modules' || entry.name === '.git' ? [] : walk(path);
    }
    const posix = path.replaceAll('\\', '/');
    if (entry.isSymbolicLink()) return [isFile(path) ? posix : `${posix}/`];
    return entry.isFile() ? [posix] : [];
  });
}

function readEntries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
}

function isFile(path: string): boolean {
  return statIfExists(path)?.isFile() ?? false;
}

function createFolder(path: string): string | undefined {
  try {
    return mkdirSync(path, { recursive: true });
  } catch (error) {
    throw explainWriteFailure(path, error);
  }
}

function importUrl(url: string): Promise<Readonly<Record<string, unknown>>> {
  return import(url);
}

function isAbsence(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
