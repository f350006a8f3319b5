import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';

export type StoreErrorCode =
  /** Another process has the store open. */
  | 'OWNED'
  /** Another user owns, or can write, what only this user may write. */
  | 'INSECURE'
  /** The store's bytes are not what procgen wrote. */
  | 'DAMAGED'
  /** A newer procgen wrote the store. */
  | 'NEWER'
  /** An older procgen wrote the store, and it has not been migrated. */
  | 'OUTDATED'
  /** The store was initialized before and is missing now. */
  | 'VANISHED'
  /** There is no store where one is required. */
  | 'MISSING'
  /** The store could not be read or written. Nothing changed; a retry may succeed. */
  | 'UNAVAILABLE'
  /** It is unknown whether the change happened. */
  | 'UNKNOWN'
  /** Writes are refused until the next start. */
  | 'READ_ONLY'
  /** The limit of the driver is reached. */
  | 'FULL'
  /** The target of a copy is not empty. */
  | 'NOT_EMPTY'
  /** The owner closed the store before it read the call, so the call can be retried elsewhere. */
  | 'OWNER_LEFT'
  /** There is no driver for this kind of store. */
  | 'UNSUPPORTED';

/** An operation that a store refused or failed. The message names the store and the cause, and contains no secret. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StoreError';
    this.code = code;
  }
}

/**
 * Returns the actual cause of an error: Node's recursive mkdir reports ENOENT when the nearest existing folder is not
 * writable. Other errors are returned unchanged.
 */
export function findRootCause(cause: unknown): unknown {
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

/** Plain descriptions of disk errors. */
const DISK_ERRORS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'the operation is not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
};

/** Whether `cause` is a disk error that `printCause` describes in plain words. */
export function isKnownDiskError(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && Object.hasOwn(DISK_ERRORS, String(cause.code));
}

/** Describes anything thrown, for the end of a sentence: plain words for a known disk error, otherwise the message. */
export function printCause(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { code = '' } = cause as NodeJS.ErrnoException;
  return isKnownDiskError(cause) ? `${DISK_ERRORS[code]} (${code})` : cause.message;
}
