import { connectFileStoreOwner } from './file/connect-file-store-owner.js';
import { type FileStoreOptions, openFileStore } from './file-store.js';
import type { Store } from './store.js';
import type { StoreOwner } from './store-owner.js';
import { parseStoreSpec } from './store-spec.js';

export interface OpenStoreOptions extends FileStoreOptions {
  /** The absolute folder that a relative path is resolved against. */
  readonly cwd: string;
  /** With a PostgreSQL store, the number of keys cached in memory; default 100,000. */
  readonly keyCacheSize?: number | undefined;
}

/** Opens the store that `spec` names (`file:PATH` or `postgres://…`), or rejects with a `StoreError`. */
export async function openStore(spec: string, options: OpenStoreOptions): Promise<Store> {
  const parsed = parseStoreSpec(spec, options.cwd);
  if (parsed.driver === 'file') return openFileStore(parsed.path, options);
  const { openPostgresStore } = await import('./postgres-store.js');
  return openPostgresStore(parsed.url, options);
}

/** Connects to the process that has the store open. Returns null if none has, or if the driver needs no owner. */
export async function connectStoreOwner(
  spec: string,
  options: Pick<OpenStoreOptions, 'cwd'>,
): Promise<StoreOwner | null> {
  const parsed = parseStoreSpec(spec, options.cwd);
  return parsed.driver === 'file' ? connectFileStoreOwner(parsed.path) : null;
}
