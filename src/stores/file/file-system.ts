import type { Stats } from 'node:fs';
import * as promises from 'node:fs/promises';

/** The functions of `node:fs/promises` that the file driver uses for the store; tests pass failing ones. */
export type FileSystem = Pick<
  typeof promises,
  'lstat' | 'open' | 'readFile' | 'readdir' | 'readlink' | 'rename' | 'stat' | 'unlink' | 'writeFile'
>;

export const disk: FileSystem = promises;

/** Stats the target of `path`; null if it does not exist. */
export function statOrNull(disk: FileSystem, path: string): Promise<Stats | null> {
  return nullIfMissing(disk.stat(path));
}

/** Stats `path` itself, without following a symbolic link; null if it does not exist. */
export function lstatOrNull(disk: FileSystem, path: string): Promise<Stats | null> {
  return nullIfMissing(disk.lstat(path));
}

/** Resolves to null if the file does not exist. */
export async function nullIfMissing<Result>(done: Promise<Result>): Promise<Result | null> {
  try {
    return await done;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Like `statOrNull`, but rejects unless it is a regular file: reading a pipe could block, and a device is endless. */
export async function statFileOrNull(disk: FileSystem, path: string): Promise<Stats | null> {
  const found = await statOrNull(disk, path);
  if (found !== null && !found.isFile()) throw new Error('it is not a regular file');
  return found;
}

/** Whether `error` is a system error of one of these codes, such as `ENOENT`. */
export function hasErrorCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(error.code as string);
}
