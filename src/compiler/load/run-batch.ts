import type { Host } from '../host.js';
import { BUNDLE_OPTIONS } from './bundle-options.js';
import { esbuild } from './esbuild.js';

/** What is only warned of outside of a bundle, and refused in one. */
const logOverride = { 'assign-to-constant': 'error' } as const;

/** Runs a batch of files that need nothing of the project's: what each of them exports. */
export async function runBatch(host: Host, text: string): Promise<readonly object[]> {
  const { target, logLevel } = BUNDLE_OPTIONS;
  const { code } = await esbuild.transform(text, { loader: 'ts', target, logLevel, logOverride });
  const { files } = (await host.importText(code)) as { readonly files: readonly object[] };
  return files;
}
