import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';

export type StoreErrorCode =
  /** Another process has the store open. */
  | 'OWNED'
  /** Another user owns, or can write, what only this user may. */
  | 'INSECURE'
  /** The store's bytes are not what procgen wrote. */
  | 'DAMAGED'
  /** A newer procgen wrote the store. */
  | 'NEWER'
  /** An older procgen wrote the store, and nobody has migrated it. */
  | 'OUTDATED'
  /** The store was initialised once and is not there any more. */
  | 'VANISHED'
  /** There is no such store, where one has to be. */
  | 'MISSING'
  /** The store could not be read or written now. Nothing changed; the next try may succeed. */
  | 'UNAVAILABLE'
  /** Nobody knows whether the change happened. */
  | 'UNKNOWN'
  /** Writes are refused until the next start. */
  | 'READ_ONLY'
  /** The driver is not made for more. */
  | 'FULL'
  /** The store is to be filled and holds something. */
  | 'NOT_EMPTY'
  /** The owner went away before it looked at the call: it can be made again elsewhere. */
  | 'OWNER_LEFT'
  /** No driver for such a store. */
  | 'UNSUPPORTED';

/** What a store refuses or fails to do. The message names the store and the cause, and holds no secret. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StoreError';
    this.code = code;
  }
}

/**
 * What was really refused: Node's recursive mkdir says ENOENT where the nearest folder that is there may not be written.
 * Anything else as it is.
 */
export function findReason(cause: unknown): unknown {
  const { code, syscall, path } = Object(cause) as NodeJS.ErrnoException;
  if (code !== 'ENOENT' || syscall !== 'mkdir' || path === undefined) return cause;
  let folder = dirname(path);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
    return cause;
  } catch (reason) {
    return reason;
  }
}

/** What a disk refuses, in plain words. */
const REFUSALS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'the operation is not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
};

/** Whether a disk refused something, and `printCause` says in plain words what. */
export function isDiskRefusal(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && Object.hasOwn(REFUSALS, String(cause.code));
}

/** The cause of anything thrown, for the end of a sentence: plain words where a disk refused something, else the message. */
export function printCause(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { code = '' } = cause as NodeJS.ErrnoException;
  return isDiskRefusal(cause) ? `${REFUSALS[code]} (${code})` : cause.message;
}
