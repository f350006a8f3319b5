import { migrateStoreFile } from './file/migrate-store-file.js';
import type { Migration } from './migration.js';
import { StoreError } from './store-error.js';
import { parseStoreSpec } from './store-spec.js';

/**
 * Brings a store that an older procgen wrote to the version of this one, after a backup copy. Rejects with a
 * `StoreError`: MISSING, OWNED, DAMAGED, NEWER, or UNAVAILABLE when the disk refuses.
 */
export async function migrateStore(spec: string, { cwd }: { readonly cwd: string }): Promise<Migration> {
  const parsed = parseStoreSpec(spec, cwd);
  if (parsed.driver === 'file') return migrateStoreFile(parsed.path);
  throw new StoreError('UNSUPPORTED', 'A start of procgen migrates a store in PostgreSQL.');
}
