import { verifyStoreFile } from './file/verify-store-file.js';
import type { StoreReport } from './store-report.js';
import { parseStoreSpec } from './store-spec.js';

/**
 * Checks that a server could start on the store, and that nobody else can get at it, changing nothing: also while a
 * server has it open. Rejects with an UNSUPPORTED `StoreError` only.
 */
export async function verifyStore(spec: string, { cwd }: { readonly cwd: string }): Promise<StoreReport> {
  return verifyStoreFile(parseStoreSpec(spec, cwd).path);
}
