import { Readable } from 'node:stream';
import { readFileContents } from './file/read-contents.js';
import { openStore } from './open-store.js';
import type { StoreContents } from './store-contents.js';
import type { StoreCounts } from './store-report.js';
import { parseStoreSpec, type StoreSpec } from './store-spec.js';

export interface CopyOptions {
  /** The absolute folder that relative paths are resolved against. */
  readonly cwd: string;
  readonly onWarn?: (message: string) => void;
}

/**
 * Copies the contents of one store to another, empty store, atomically: afterwards the target durably has everything or
 * nothing. Returns the number of copied records. No process may have a file store open. Rejects with a `StoreError`:
 * MISSING, OWNED, NOT_EMPTY, FULL, or the reason why a store cannot be opened.
 */
export async function copyStore(from: string, to: string, options: CopyOptions): Promise<StoreCounts> {
  // Before the source is read, so that an invalid target is reported first.
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

/** Calls `use` with a consistent snapshot of the source, once the source is known to be readable. */
async function withContents<Result>(
  source: StoreSpec,
  use: (parts: AsyncIterable<StoreContents>) => Promise<Result>,
): Promise<Result> {
  if (source.driver === 'file') return use(Readable.from([await readFileContents(source.path)]));
  const { withPostgresContents } = await import('./postgres-store.js');
  return withPostgresContents(source.url, use);
}
