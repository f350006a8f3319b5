import { dirname } from 'node:path';
import { findReason, isDiskRefusal, printCause } from '../stores/store-error.js';
import { CliFailure } from './cli-failure.js';

/** What is told of anything thrown in one sentence; null for a bug of procgen's own. */
export function explainFailure(thrown: unknown): CliFailure | null {
  if (thrown instanceof CliFailure) return thrown;
  const error = findReason(thrown);
  if (!isSystemError(error)) return null;
  const { path } = error;
  if (path === undefined || !isDiskRefusal(error)) return new CliFailure(error.message, { cause: error });
  const isWrite = error.code !== 'EACCES' && error.code !== 'EPERM';
  return new CliFailure(`Cannot ${isWrite ? 'write' : 'access'} ${path}: ${printCause(error)}.`, {
    help: findHelp(error, path),
    cause: error,
  });
}

/** The same of what kept a file from being written. */
export function explainWriteFailure(path: string, thrown: unknown): unknown {
  const error = findReason(thrown);
  if (!isSystemError(error)) return error;
  const help = isDiskRefusal(error) ? { help: findHelp(error, path) } : {};
  return new CliFailure(`Cannot write ${path}: ${printCause(error)}.`, { ...help, cause: error });
}

function findHelp({ code }: NodeJS.ErrnoException, path: string): string {
  if (code === 'EROFS') return `Make ${dirname(path)} writable, or run the command on a copy that is.`;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'Free some space, then run the command again.';
  return `Run the command as a user who may access ${path}, or change its owner or mode.`;
}

/** What the disk or the network refused. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    typeof (error as NodeJS.ErrnoException).syscall === 'string' &&
    typeof (error as NodeJS.ErrnoException).code === 'string'
  );
}
