import { posix } from 'node:path';
import type { Metafile } from 'esbuild';
import type { ApiModel } from '../../model/api-model.js';
import type { Deferrals } from '../emit/routes/emit-routes.js';
import { isBuildFailure } from '../esbuild.js';
import { listCircular } from '../list-circular.js';
import { printSpecifier } from '../relative-path.js';
import { ENTRY } from './routes-plugin.js';
import type { Bundle } from './server-bundler.js';

/**
 * Bundles the modules of a server with `run`, which loads the given files on demand, and defers what is allowed of
 * `deferrals`. `tablePath` is relative to the project. A second run bundles some files eagerly: those in an
 * import cycle, whose order would change, and those that resolve an import to another module than the route table does.
 * It defers nothing if the first run failed, as it does where a deferred file reaches a top-level await, or if a module
 * may read zod's registry.
 */
export async function bundleDeferring(
  tablePath: string,
  deferrals: Deferrals,
  run: (deferrals: Deferrals) => Promise<Bundle>,
): Promise<Bundle> {
  if (deferrals.size === 0) return run(deferrals);
  const bundle = await run(deferrals).catch((error: unknown) => {
    // Unrelated errors recur in the second run.
    if (isBuildFailure(error)) return null;
    throw error;
  });
  if (!bundle || REGISTRY.test(bundle.code)) return run(new Map());
  const eager = listEagerImports(bundle, tablePath, deferrals);
  if (eager.size === 0) return keepOrder(bundle);
  return keepOrder(await run(new Map([...deferrals].filter(([specifier]) => !eager.has(specifier)))));
}

/** zod's registry, which holds every schema with an id from its creation. */
const REGISTRY = /\bglobalRegistry\b/;

/** Lists the imports of the route table that cannot be deferred. */
function listEagerImports(
  { metafile }: Bundle,
  tablePath: string,
  deferrals: Deferrals,
): ReadonlySet<string> {
  const { [tablePath]: { imports } = { imports: [] }, ...modules } = metafile.inputs;
  const links = Object.entries(modules).map(([path, module]) => [path, listModules(module)] as const);
  const circular = listCircular(new Map(links));
  const paths = listPaths(imports);
  const isEager = ({ path, original = '' }: Import) =>
    circular.has(path) ||
    deferrals
      .get(original)
      ?.some((each) => listPaths(metafile.inputs[path]?.imports).get(each) !== paths.get(each));
  const deferred = imports.filter(({ kind }) => kind === 'require-call');
  return new Set(deferred.filter(isEager).map(({ original = '' }) => original));
}

function listModules({ imports }: Metafile['inputs'][string]): readonly string[] {
  return imports.flatMap(({ external, path }) => (external ? [] : path));
}

type Import = Metafile['inputs'][string]['imports'][number];

/** Resolves bare specifiers. Unlike relative ones, they may lead elsewhere from each folder (tsconfig, manifest). */
function listPaths(imports: readonly Import[] = []): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  for (const { original, path } of imports) {
    const specifier = original ?? path;
    if (!specifier.startsWith('.') && !paths.has(specifier)) paths.set(specifier, path);
  }
  return paths;
}

/**
 * Imports packages in the order in which they would run without deferral: esbuild prints deferred modules, and what
 * they import, first.
 */
function keepOrder(bundle: Bundle): Bundle {
  // No newline: it would shift the lines of the source map, which has no mappings on this one.
  const imports = listPackages(bundle.metafile).map((each) => `import ${JSON.stringify(each)}; `);
  return { ...bundle, code: imports.join('') + bundle.code };
}

function listPackages({ inputs, outputs }: Metafile): readonly string[] {
  const printed = new Set(Object.values(outputs).flatMap(({ imports }) => imports.map(({ path }) => path)));
  const packages = new Set<string>();
  const modules = new Set<string>();
  const visit = (module: string): void => {
    modules.add(module);
    for (const { path, kind, external, with: attributes } of inputs[module]?.imports ?? []) {
      // Imports with attributes are data and run nothing; type-only imports are not printed.
      if (kind !== 'import-statement' || attributes) continue;
      if (external && printed.has(path)) packages.add(path);
      if (!external && !modules.has(path)) visit(path);
    }
  };
  visit(ENTRY);
  return [...packages];
}

/** Lists the procedure files that a server may load on demand, each with its imports. */
export function listDeferrals({ procedures }: ApiModel, config: { readonly out: string }): Deferrals {
  // A procedure of this name would shadow the `require` that loads them.
  if (procedures.some(({ identifier }) => identifier === 'require')) return new Map();
  const deferrals = new Map<string, readonly string[]>();
  for (const { source } of procedures) {
    const { runsAfter, specifier, file } = source;
    if (!runsAfter || deferrals.has(specifier)) continue;
    deferrals.set(
      specifier,
      runsAfter.map((each) => rebaseImport(each, file, config.out)),
    );
  }
  return deferrals;
}

function rebaseImport(specifier: string, from: string, folder: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return printSpecifier(folder, posix.join(posix.dirname(from), specifier));
}
