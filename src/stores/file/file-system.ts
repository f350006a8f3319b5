import type { Stats } from 'node:fs';
import * as promises from 'node:fs/promises';

/** The functions of `node:fs/promises` with which the file driver reads and writes the store; tests pass failing ones. */
export type FileSystem = Pick<
  typeof promises,
  'lstat' | 'open' | 'readFile' | 'readdir' | 'readlink' | 'rename' | 'stat' | 'unlink' | 'writeFile'
>;

export const disk: FileSystem = promises;

/** What `path` leads to; null when nothing does. */
export function statOrNull(disk: FileSystem, path: string): Promise<Stats | null> {
  return nullIfMissing(disk.stat(path));
}

/** What stands at `path`, a symbolic link too; null when nothing does. */
export function lstatOrNull(disk: FileSystem, path: string): Promise<Stats | null> {
  return nullIfMissing(disk.lstat(path));
}

/** What is done with a file; null where there is no such file. */
export async function nullIfMissing<Result>(done: Promise<Result>): Promise<Result | null> {
  try {
    return await done;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** The same, and rejects for what is no regular file: to read a pipe would wait for ever, and a device has no end. */
export async function statFileOrNull(disk: FileSystem, path: string): Promise<Stats | null> {
  const found = await statOrNull(disk, path);
  if (found !== null && !found.isFile()) throw new Error('it is not a regular file');
  return found;
}

/** Whether `error` is a system error of one of these codes, such as `ENOENT`. */
export function hasErrorCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(error.code as string);
}
