import type { Stats } from 'node:fs';
import type { StoreState } from '../state/store-state.js';
import { StoreError } from '../store-error.js';
import { type FileSystem, statFileOrNull } from './file-system.js';
import { FormatError } from './format-error.js';
import { parseState } from './state-text.js';
import { toStoreError } from './to-store-error.js';

export interface StoreBytes {
  readonly bytes: Buffer;
  /** The stats of the file just before its bytes were read. */
  readonly stats: Stats;
}

export interface StateFile {
  readonly state: StoreState;
  readonly stats: Stats;
}

/** Reads the state from the store's file; null if there is none. Rejects with a `StoreError` that says why. */
export async function readStateFile(disk: FileSystem, path: string): Promise<StateFile | null> {
  const file = await readBytes(disk, path);
  if (file === null) return null;
  return { state: mapFormatError(path, () => parseState(file.bytes)), stats: file.stats };
}

/** Reads the state of a store that must exist. Rejects with MISSING if it does not. */
export async function readStoredState(disk: FileSystem, path: string): Promise<StoreState> {
  const { bytes } = await readStoreBytes(disk, path);
  return mapFormatError(path, () => parseState(bytes));
}

/** Reads the bytes of a store that must exist. Rejects with MISSING if it does not. */
export async function readStoreBytes(disk: FileSystem, path: string): Promise<StoreBytes> {
  const file = await readBytes(disk, path);
  if (file === null) throw new StoreError('MISSING', `There is no store ${path}.`);
  return file;
}

/** Runs `work` on the bytes of the store, and turns a `FormatError` into a `StoreError` that names the store. */
export function mapFormatError<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause;
    const what = cause.code === 'DAMAGED' ? `is damaged: ${cause.message}` : cause.message;
    throw new StoreError(cause.code, `The store ${path} ${what}. ${REMEDIES[cause.code]}`, cause);
  }
}

const REMEDIES = {
  DAMAGED: 'It was left as it is; restore it from a backup.',
  NEWER: 'It was left as it is; use a newer procgen.',
  OUTDATED: '"procgen store migrate" migrates it, after a backup copy.',
} as const;

async function readBytes(disk: FileSystem, path: string): Promise<StoreBytes | null> {
  try {
    const stats = await statFileOrNull(disk, path);
    return stats === null ? null : { bytes: await disk.readFile(path), stats };
  } catch (cause) {
    throw toStoreError('read', path, cause);
  }
}
