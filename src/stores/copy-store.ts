import { readFileContents } from './file/read-contents.js';
import { openStore } from './open-store.js';
import type { StoreContents } from './store-contents.js';
import { parseStoreSpec, type StoreSpec } from './store-spec.js';

export interface CopyOptions {
  /** What relative paths are relative to; absolute. */
  readonly cwd: string;
  readonly onWarn?: (message: string) => void;
}

/**
 * Puts all that one store holds into another that holds nothing, at once: the target has everything afterwards, durably,
 * or nothing. Gives back what was copied. No process may have a file open. Rejects with a `StoreError`: MISSING,
 * OWNED, NOT_EMPTY, FULL, or what keeps a store from being opened.
 */
export async function copyStore(from: string, to: string, options: CopyOptions): Promise<StoreContents> {
  // Before the source is read: a target that cannot be named is told first.
  parseStoreSpec(to, options.cwd);
  const contents = await readStore(parseStoreSpec(from, options.cwd));
  const target = await openStore(to, options);
  try {
    await target.fill(contents);
    return contents;
  } finally {
    await target.close();
  }
}

async function readStore(source: StoreSpec): Promise<StoreContents> {
  if (source.driver === 'file') return readFileContents(source.path);
  const { readPostgresContents } = await import('./postgres-store.js');
  return readPostgresContents(source.url);
}
