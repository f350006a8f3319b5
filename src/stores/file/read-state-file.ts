import type { Stats } from 'node:fs';
import { StoreError } from '../store-error.js';
import { type DiskDoor, statFileOrNull } from './disk-door.js';
import { explainDiskFault } from './explain-disk-fault.js';
import { FormatFault } from './format-fault.js';
import { parseState } from './state-text.js';
import type { StoreState } from './store-state.js';

export interface StateFile {
  readonly state: StoreState;
  /** The file as it was just before its bytes were read. */
  readonly stats: Stats;
}

/** What the store's file holds; null when there is none. Rejects with a `StoreError` that says what is wrong with it. */
export async function readStateFile(disk: DiskDoor, path: string): Promise<StateFile | null> {
  const file = await readBytes(disk, path);
  if (file === null) return null;
  try {
    return { state: parseState(file.bytes), stats: file.stats };
  } catch (cause) {
    throw cause instanceof FormatFault ? explainFormatFault(path, cause) : cause;
  }
}

async function readBytes(disk: DiskDoor, path: string): Promise<{ bytes: Buffer; stats: Stats } | null> {
  try {
    const stats = await statFileOrNull(disk, path);
    return stats === null ? null : { bytes: await disk.readFile(path), stats };
  } catch (cause) {
    throw explainDiskFault('read', path, cause);
  }
}

const REMEDIES = {
  DAMAGED: 'It was left as it is; restore it from a backup.',
  NEWER: 'It was left as it is; use a newer procgen.',
  OUTDATED: '"procgen store migrate" brings it up, after a backup copy.',
} as const;

function explainFormatFault(path: string, fault: FormatFault): StoreError {
  const what = fault.code === 'DAMAGED' ? `is damaged: ${fault.message}` : fault.message;
  return new StoreError(fault.code, `The store ${path} ${what}. ${REMEDIES[fault.code]}`, fault);
}
