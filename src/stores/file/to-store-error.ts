import { dirname } from 'node:path';
import { findRootCause, printCause, StoreError } from '../store-error.js';
import { adviseAccess } from './advise-user.js';
import { hasErrorCode } from './file-system.js';

/**
 * Wraps an error from opening, reading or writing the store in a `StoreError` that names the store, the cause and, if
 * known, a remedy. A `StoreError` is returned unchanged.
 */
export function toStoreError(
  verb: 'open' | 'read' | 'write' | 'migrate',
  path: string,
  cause: unknown,
): StoreError {
  if (cause instanceof StoreError) return cause;
  const reason = findRootCause(cause);
  const message = `Cannot ${verb} the store ${path}: ${printCause(reason)}.`;
  const help = [
    verb === 'read' ? null : findHelp(path, reason),
    hasErrorCode(reason, 'EACCES') ? adviseAccess(dirname(path)) : null,
  ];
  return new StoreError('UNAVAILABLE', [message, ...help.filter((each) => each !== null)].join(' '), cause);
}

function findHelp(path: string, cause: unknown): string | null {
  const folder = dirname(path);
  if (hasErrorCode(cause, 'EOPNOTSUPP', 'ENOTSUP', 'ENOSYS', 'EPERM') && readSyscall(cause) === 'listen')
    return `The lock is a Unix socket beside the store, which ${folder} does not support: use a folder on a local disk.`;
  if (hasErrorCode(cause, 'EBUSY', 'EXDEV'))
    return `A store that is mounted as a single file cannot be replaced: mount its folder ${folder} instead.`;
  if (hasErrorCode(cause, 'EPERM') && readSyscall(cause) === 'fchown')
    return 'It belongs to another user and must remain theirs: run this process as that user.';
  if (hasErrorCode(cause, 'EACCES', 'EPERM', 'EROFS'))
    return `Each change replaces the file: this process needs write access to its folder ${folder}.`;
  return null;
}

function readSyscall(cause: unknown): string | undefined {
  return (cause as NodeJS.ErrnoException).syscall;
}
