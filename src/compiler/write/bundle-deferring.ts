import type { Metafile } from 'esbuild';
import { isBuildFailure } from '../load/import-isolated.js';
import { listCircular } from './list-circular.js';
import { type BundledModules, runBundler } from './run-bundler.js';

type BundlerOptions = Parameters<typeof runBundler>[1];

/**
 * Bundles the modules of a server, in which those wait that may. One that cannot makes the bundler run once more: one that
 * leads to a module that awaits while it runs, and one that stands in a circle of imports, which another order would break.
 */
export async function bundleDeferring(
  root: string,
  options: BundlerOptions,
): Promise<BundledModules & { readonly metafile: Metafile }> {
  const { deferrals, routes } = options;
  if (Object.keys(deferrals).length === 0) return runBundler(root, options);
  const bundle = await runBundler(root, options).catch((error: unknown) => {
    // Whatever else is wrong is met again.
    if (isBuildFailure(error)) return null;
    throw error;
  });
  if (!bundle) return runBundler(root, { ...options, deferrals: {} });
  const circular = listCircular(bundle.links);
  const imports = bundle.metafile.inputs[routes.path]?.imports ?? [];
  const early = new Set(imports.filter(({ path }) => circular.has(path)).map(({ original }) => original));
  const rest = Object.entries(deferrals).filter(([specifier]) => !early.has(specifier));
  if (rest.length === Object.keys(deferrals).length) return bundle;
  return runBundler(root, { ...options, deferrals: Object.fromEntries(rest) });
}
