import { dirname } from 'node:path';
import { findRootCause, isKnownDiskError, printCause, StoreError } from '../stores/store-error.js';
import { CliFailure } from './cli-failure.js';
import { makePrintable } from './print/make-printable.js';
import { findProcgenZod, readProcgenManifest } from './procgen-package.js';
import { satisfiesRange } from './satisfies-range.js';

/** Converts anything thrown to a message for the user; null for a bug of procgen. */
export function explainFailure(thrown: unknown): CliFailure | null {
  if (thrown instanceof CliFailure) return thrown;
  if (thrown instanceof StoreError) return new CliFailure(makePrintable(thrown.message), { cause: thrown });
  const error = findRootCause(thrown);
  if (!isSystemError(error)) return explainMissingBinary(error) ?? explainZod(error);
  const { path } = error;
  if (path === undefined || !isKnownDiskError(error)) return new CliFailure(error.message, { cause: error });
  const isWrite = error.code !== 'EACCES' && error.code !== 'EPERM';
  return new CliFailure(`Cannot ${isWrite ? 'write' : 'access'} ${path}: ${printCause(error)}.`, {
    help: findHelp(error, path),
    cause: error,
  });
}

/** Converts an error of writing a file; other errors are returned unchanged. */
export function explainWriteFailure(path: string, thrown: unknown): unknown {
  const error = findRootCause(thrown);
  if (!isSystemError(error)) return error;
  const help = isKnownDiskError(error) ? findHelp(error, path) : undefined;
  return new CliFailure(`Cannot write ${path}: ${printCause(error)}.`, { help, cause: error });
}

/** The first words of what oxc-parser, oxc-resolver and esbuild throw without the package of their binary. */
const MISSING_BINARY =
  /^(?:Cannot find native binding|The package "@esbuild\/|You installed esbuild for another platform)/;

/** Blames a crash on a dependency that was installed without its binary, or for another platform; null otherwise. */
function explainMissingBinary(error: unknown): CliFailure | null {
  if (!(error instanceof Error) || !MISSING_BINARY.test(error.message)) return null;
  const platform = `${process.platform}-${process.arch}`;
  return new CliFailure(`A dependency of procgen is installed without its binary for ${platform}.`, {
    help: 'Delete node_modules and install again on this machine, without --omit=optional or --no-optional.',
    cause: error,
  });
}

/** Blames a crash on a missing or unsupported zod; null when zod is fine. */
function explainZod(cause: unknown): CliFailure | null {
  const { zod: range = '*' } = readProcgenManifest().peerDependencies;
  const zod = findProcgenZod();
  if (zod && satisfiesRange(zod.version, range)) return null;
  const message = zod
    ? `procgen needs zod ${range}, but ${zod.folder} has zod ${zod.version}.`
    : 'procgen needs the package zod, which is not installed.';
  return new CliFailure(message, { help: `Run "npm install zod@${range}".`, cause });
}

function findHelp({ code }: NodeJS.ErrnoException, path: string): string {
  if (code === 'EROFS') return `Make ${dirname(path)} writable, or run the command on a copy that is.`;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'Free some space, then run the command again.';
  return `Run the command as a user who may access ${path}, or change its owner or mode.`;
}

/** Whether an error is of a system call. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    typeof (error as NodeJS.ErrnoException).syscall === 'string' &&
    typeof (error as NodeJS.ErrnoException).code === 'string'
  );
}
