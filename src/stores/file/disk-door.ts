import type { Stats } from 'node:fs';
import * as promises from 'node:fs/promises';

/** The door through which the file driver reads and writes the store; tests put faults into it. */
export type DiskDoor = Pick<
  typeof promises,
  'open' | 'readFile' | 'readdir' | 'rename' | 'stat' | 'unlink' | 'writeFile'
>;

export const disk: DiskDoor = promises;

/** What stands at `path`; null when nothing does. */
export async function statOrNull(disk: DiskDoor, path: string): Promise<Stats | null> {
  try {
    return await disk.stat(path);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** The same, and rejects for what is no regular file: to read a pipe would wait for ever, and a device has no end. */
export async function statFileOrNull(disk: DiskDoor, path: string): Promise<Stats | null> {
  const found = await statOrNull(disk, path);
  if (found !== null && !found.isFile()) throw new Error('it is no regular file');
  return found;
}

/** Whether `error` is a system error of one of these codes, such as `ENOENT`. */
export function hasErrorCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(error.code as string);
}
