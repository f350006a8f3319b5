import { migrateStoreFile } from './file/migrate-store-file.js';
import type { Migration } from './migration.js';
import { StoreError } from './store-error.js';
import { parseStoreSpec } from './store-spec.js';

/**
 * Migrates a store of an older procgen version to the current one, after a backup copy. Rejects with a `StoreError`:
 * MISSING, OWNED, DAMAGED, NEWER, or UNAVAILABLE for a disk error.
 */
export async function migrateStore(spec: string, { cwd }: { readonly cwd: string }): Promise<Migration> {
  const parsed = parseStoreSpec(spec, cwd);
  if (parsed.driver === 'file') return migrateStoreFile(parsed.path);
  throw new StoreError('UNSUPPORTED', 'A store in PostgreSQL is migrated when a server starts.');
}
