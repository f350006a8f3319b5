import { connectFileStoreOwner } from './file/connect-file-store-owner.js';
import { type FileStoreOptions, openFileStore } from './file-store.js';
import type { Store } from './store.js';
import type { StoreOwner } from './store-owner.js';
import { parseStoreSpec } from './store-spec.js';

export interface OpenStoreOptions extends FileStoreOptions {
  /** What a relative path is relative to; absolute. */
  readonly cwd: string;
}

/** Opens the store that `spec` names (`file:PATH`), or rejects with a `StoreError` that says why not. */
export async function openStore(spec: string, options: OpenStoreOptions): Promise<Store> {
  return openFileStore(parseStoreSpec(spec, options.cwd).path, options);
}

/** A line to the process that has the store open; null when none has, or when the driver needs none. */
export async function connectStoreOwner(
  spec: string,
  options: Pick<OpenStoreOptions, 'cwd'>,
): Promise<StoreOwner | null> {
  return connectFileStoreOwner(parseStoreSpec(spec, options.cwd).path);
}
