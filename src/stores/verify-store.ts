import { verifyStoreFile } from './file/verify-store-file.js';
import type { StoreReport } from './store-report.js';
import { parseStoreSpec } from './store-spec.js';

/**
 * Checks that a server could start on the store, and that other users cannot access it. It changes nothing, so it may
 * run while a server has the store open. Rejects only with an UNSUPPORTED `StoreError`.
 */
export async function verifyStore(spec: string, { cwd }: { readonly cwd: string }): Promise<StoreReport> {
  const parsed = parseStoreSpec(spec, cwd);
  if (parsed.driver === 'file') return verifyStoreFile(parsed.path);
  const { verifyPostgresStore } = await import('./postgres-store.js');
  return verifyPostgresStore(parsed.url);
}
