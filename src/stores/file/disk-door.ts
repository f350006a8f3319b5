import * as promises from 'node:fs/promises';

/** The door through which the file driver reads and writes the store; tests put faults into it. */
export type DiskDoor = Pick<
  typeof promises,
  'open' | 'readFile' | 'readdir' | 'rename' | 'stat' | 'unlink' | 'writeFile'
>;

export const disk: DiskDoor = promises;

/** Whether `error` is the system error `code`, such as `ENOENT`. */
export function hasErrorCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(error.code as string);
}
