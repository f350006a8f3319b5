import { verifyStoreFile } from './file/verify-store-file.js';
import type { StoreReport } from './store-report.js';
import { parseStoreSpec } from './store-spec.js';

/**
 * Checks that a server could start on the store, and that nobody else can get at it, changing nothing: also while a
 * server has it open. Rejects with an UNSUPPORTED `StoreError` only.
 */
export async function verifyStore(spec: string, { cwd }: { readonly cwd: string }): Promise<StoreReport> {
  const parsed = parseStoreSpec(spec, cwd);
  if (parsed.driver === 'file') return verifyStoreFile(parsed.path);
  const { verifyPostgresStore } = await import('./postgres-store.js');
  return verifyPostgresStore(parsed.url);
}
