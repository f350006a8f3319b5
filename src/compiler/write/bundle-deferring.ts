import type { Metafile } from 'esbuild';
import { isBuildFailure } from '../load/esbuild.js';
import { listCircular } from '../load/list-circular.js';
import { type Deferrals, deferProcedures } from './defer-procedures.js';
import { orderPackages } from './order-packages.js';
import { type BundledModules, type BundlerOptions, runBundler, type ServerEntry } from './run-bundler.js';

export type Bundle = BundledModules & { readonly metafile: Metafile };

export interface DeferringOptions extends ServerEntry, Omit<BundlerOptions, 'table' | 'ahead'> {
  /** A folder that is there, from which the route table's imports lead where they are to. */
  readonly resolveDir: string;
  /** The bundle of this table with these deferrals, where there is one already. */
  readonly begun?: Bundle | null;
  /** Told when the bundler has read the route table. */
  readonly onRead?: () => void;
}

/**
 * Bundles the modules of a server, in which those wait that may. One that cannot makes the bundler run once more: one that
 * leads to a module that awaits while it runs, one that stands in a circle of imports, which another order would break, one
 * that has other modules by the same imports than the route table, and any where a module may look at zod's registry.
 */
export async function bundleDeferring(
  root: string,
  { routes, deferrals, resolveDir, begun, onRead, known: _, ...options }: DeferringOptions,
): Promise<Bundle> {
  const run = (those: Deferrals) => {
    const text = deferProcedures(routes.text, those);
    return runBundler(root, { ...options, table: { path: routes.path, text, resolveDir, onRead } });
  };
  const first = begun ? Promise.resolve(begun) : run(deferrals);
  if (Object.keys(deferrals).length === 0) return first;
  const bundle = await first.catch((error: unknown) => {
    // Whatever else is wrong is met again.
    if (isBuildFailure(error)) return null;
    throw error;
  });
  if (!bundle || REGISTRY.test(bundle.code)) return run({});
  const early = listEarly(bundle, { routes, deferrals });
  if (early.size === 0) return keepOrder(bundle);
  const rest = Object.entries(deferrals).filter(([specifier]) => !early.has(specifier));
  return keepOrder(await run(Object.fromEntries(rest)));
}

/** Where zod keeps every schema that has an id, from the moment it is made. */
const REGISTRY = /\bglobalRegistry\b/;

/** What the route table imports that cannot wait. */
function listEarly(
  { links, metafile }: Bundle,
  { deferrals, routes }: Pick<ServerEntry, 'deferrals' | 'routes'>,
): ReadonlySet<string> {
  const circular = listCircular(links);
  const imports = metafile.inputs[routes.path]?.imports ?? [];
  const paths = listPaths(imports);
  const isEarly = ({ path, original = '' }: Import) =>
    circular.has(path) ||
    deferrals[original]?.some(
      (each) => listPaths(metafile.inputs[path]?.imports).get(each) !== paths.get(each),
    );
  const waiting = imports.filter(({ kind }) => kind === 'require-call');
  return new Set(waiting.filter(isEarly).map(({ original = '' }) => original));
}

type Import = Metafile['inputs'][string]['imports'][number];

/** Where imports lead that a tsconfig, or a manifest, may lead elsewhere from each folder; those of files do not. */
function listPaths(imports: readonly Import[] = []): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  for (const { original, path } of imports) {
    const specifier = original ?? path;
    if (!specifier.startsWith('.') && !paths.has(specifier)) paths.set(specifier, path);
  }
  return paths;
}

/** Packages run in the order of the first line where modules that wait would have others run first. */
function keepOrder(bundle: Bundle): Bundle {
  const packages = orderPackages(bundle.metafile);
  if (!packages) return bundle;
  // No line of its own: the source map goes by lines, and says nothing of this one.
  const imports = packages.map((each) => `import ${JSON.stringify(each)}; `).join('');
  return { ...bundle, code: imports + bundle.code };
}
