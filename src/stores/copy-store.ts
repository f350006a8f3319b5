import { Readable } from 'node:stream';
import { readFileContents } from './file/read-contents.js';
import { openStore } from './open-store.js';
import type { StoreContents } from './store-contents.js';
import type { StoreCounts } from './store-report.js';
import { parseStoreSpec, type StoreSpec } from './store-spec.js';

export interface CopyOptions {
  /** What relative paths are relative to; absolute. */
  readonly cwd: string;
  readonly onWarn?: (message: string) => void;
}

/**
 * Puts all that one store holds into another that holds nothing, at once: the target has everything afterwards, durably,
 * or nothing. Counts what was copied. No process may have a file open. Rejects with a `StoreError`: MISSING,
 * OWNED, NOT_EMPTY, FULL, or what keeps a store from being opened.
 */
export async function copyStore(from: string, to: string, options: CopyOptions): Promise<StoreCounts> {
  // Before the source is read: a target that cannot be named is told first.
  parseStoreSpec(to, options.cwd);
  return withContents(parseStoreSpec(from, options.cwd), async (parts) => {
    const target = await openStore(to, options);
    try {
      return await target.fill(parts);
    } finally {
      await target.close();
    }
  });
}

/** Runs `use` once the source is known to be readable, with its contents as of one moment. */
async function withContents<Result>(
  source: StoreSpec,
  use: (parts: AsyncIterable<StoreContents>) => Promise<Result>,
): Promise<Result> {
  if (source.driver === 'file') return use(Readable.from([await readFileContents(source.path)]));
  const { withPostgresContents } = await import('./postgres-store.js');
  return withPostgresContents(source.url, use);
}
