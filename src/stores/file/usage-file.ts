/**
 * `STORE.usage.json` beside a store: the call counts. They are not in the store's own file, so that changing a key does
 * not write them again.
 */
import type { Stats } from 'node:fs';
import type { StoreState } from '../state/store-state.js';
import { type FileSystem, statFileOrNull } from './file-system.js';
import { readUsageRecords } from './read-state.js';
import { mapFormatError } from './read-state-file.js';
import { replaceFile } from './replace-file.js';
import { assertVersionKnown } from './state-text.js';
import { frameData, readVersion, unframeData } from './store-frame.js';
import { toStoreError } from './to-store-error.js';

const VERSION = 1;

function pathOf(store: string): string {
  return `${store}.usage.json`;
}

/** Reads the counts; empty if there is no file. Rejects with a `StoreError`: DAMAGED, NEWER or UNAVAILABLE. */
export async function readUsageFile(disk: FileSystem, store: string): Promise<StoreState['usage']> {
  const path = pathOf(store);
  const bytes = await readBytes(disk, path);
  if (bytes === null) return new Map();
  return mapFormatError(path, () => {
    assertVersionKnown(readVersion(bytes), VERSION);
    return readUsageRecords(unframeData(bytes));
  });
}

async function readBytes(disk: FileSystem, path: string): Promise<Buffer | null> {
  try {
    return (await statFileOrNull(disk, path)) === null ? null : await disk.readFile(path);
  } catch (cause) {
    throw toStoreError('read', path, cause);
  }
}

export interface UsageReplacement {
  readonly usage: StoreState['usage'];
  /** The stats of the store's own file. */
  readonly reference: Stats;
  readonly beforeRename: () => Promise<void>;
}

/** Replaces the file atomically, like the store's own. */
export async function writeUsageFile(
  disk: FileSystem,
  store: string,
  { usage, reference, beforeRename }: UsageReplacement,
): Promise<void> {
  const lines = Array.from(usage.values(), (record) => JSON.stringify(record));
  const bytes = frameData(VERSION, [Buffer.from(`{"usage":[\n${lines.join(',\n')}\n]}`)]);
  await replaceFile(disk, { path: pathOf(store), temporaryPrefix: store, bytes, reference, beforeRename });
}
