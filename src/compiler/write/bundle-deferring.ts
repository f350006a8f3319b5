import type { Metafile } from 'esbuild';
import { isBuildFailure } from '../load/import-isolated.js';
import { listCircular } from './list-circular.js';
import { orderPackages } from './order-packages.js';
import { type BundledModules, runBundler } from './run-bundler.js';

type BundlerOptions = Parameters<typeof runBundler>[1];

type Bundle = BundledModules & { readonly metafile: Metafile };

/**
 * Bundles the modules of a server, in which those wait that may. One that cannot makes the bundler run once more: one that
 * leads to a module that awaits while it runs, one that stands in a circle of imports, which another order would break, one
 * that has other modules by the same imports than the route table, and any where a module may look at zod's registry.
 */
export async function bundleDeferring(root: string, options: BundlerOptions): Promise<Bundle> {
  const { deferrals } = options;
  if (Object.keys(deferrals).length === 0) return runBundler(root, options);
  const bundle = await runBundler(root, options).catch((error: unknown) => {
    // Whatever else is wrong is met again.
    if (isBuildFailure(error)) return null;
    throw error;
  });
  if (!bundle || REGISTRY.test(bundle.code)) return runBundler(root, { ...options, deferrals: {} });
  const early = listEarly(bundle, options);
  if (early.size === 0) return keepOrder(bundle);
  const rest = Object.entries(deferrals).filter(([specifier]) => !early.has(specifier));
  return keepOrder(await runBundler(root, { ...options, deferrals: Object.fromEntries(rest) }));
}

/** Where zod keeps every schema that has an id, from the moment it is made. */
const REGISTRY = /\bglobalRegistry\b/;

/** What the route table imports that cannot wait. */
function listEarly({ links, metafile }: Bundle, { deferrals, routes }: BundlerOptions): ReadonlySet<string> {
  const circular = listCircular(links);
  const imports = metafile.inputs[routes.path]?.imports ?? [];
  const waiting = imports.filter(({ kind }) => kind === 'require-call');
  const isEarly = ({ path, original = '' }: Import) =>
    circular.has(path) ||
    deferrals[original]?.some(
      (each) => pathOf(each, metafile.inputs[path]?.imports) !== pathOf(each, imports),
    );
  return new Set(waiting.filter(isEarly).map(({ original = '' }) => original));
}

type Import = Metafile['inputs'][string]['imports'][number];

/** Where an import leads that a tsconfig, or a manifest, may lead elsewhere from each folder; those of files do not. */
function pathOf(specifier: string, imports: readonly Import[] = []): string | undefined {
  if (specifier.startsWith('.')) return undefined;
  return imports.find(({ original, path }) => (original ?? path) === specifier)?.path;
}

/** Packages run in the order of the first line where modules that wait would have others run first. */
function keepOrder(bundle: Bundle): Bundle {
  const packages = orderPackages(bundle.metafile);
  if (!packages) return bundle;
  // No line of its own: the source map goes by lines, and says nothing of this one.
  const imports = packages.map((each) => `import ${JSON.stringify(each)}; `).join('');
  return { ...bundle, code: imports + bundle.code };
}
