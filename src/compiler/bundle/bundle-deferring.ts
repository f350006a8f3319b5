import { posix } from 'node:path';
import type { Metafile } from 'esbuild';
import type { ApiModel } from '../../model/api-model.js';
import type { Deferrals } from '../emit/routes/emit-routes.js';
import { isBuildFailure } from '../esbuild.js';
import { listCircular } from '../list-circular.js';
import { printSpecifier } from '../relative-path.js';
import { ENTRY } from './routes-plugin.js';
import type { Bundle } from './server-bundler.js';

export interface DeferringOptions {
  /** The path of the route table, relative to the project. */
  readonly table: string;
  /** The files that may wait. */
  readonly deferrals: Deferrals;
  /** Bundles the server where these wait. */
  run(deferrals: Deferrals): Promise<Bundle>;
}

/**
 * Bundles the modules of a server, in which those wait that may. One that cannot makes the bundler run once more: one that
 * leads to a module that awaits while it runs, one that stands in a circle of imports, which another order would break, one
 * that has other modules by the same imports than the route table, and any where a module may look at zod's registry.
 */
export async function bundleDeferring({ table, deferrals, run }: DeferringOptions): Promise<Bundle> {
  if (deferrals.size === 0) return run(deferrals);
  const bundle = await run(deferrals).catch((error: unknown) => {
    // Whatever else is wrong is met again.
    if (isBuildFailure(error)) return null;
    throw error;
  });
  if (!bundle || REGISTRY.test(bundle.code)) return run(new Map());
  const early = listEarly(bundle, { table, deferrals });
  if (early.size === 0) return keepOrder(bundle);
  return keepOrder(await run(new Map([...deferrals].filter(([specifier]) => !early.has(specifier)))));
}

/** Where zod keeps every schema that has an id, from the moment it is made. */
const REGISTRY = /\bglobalRegistry\b/;

/** What the route table imports that cannot wait. */
function listEarly(
  { metafile }: Bundle,
  { deferrals, table }: Pick<DeferringOptions, 'deferrals' | 'table'>,
): ReadonlySet<string> {
  const { [table]: { imports } = { imports: [] }, ...modules } = metafile.inputs;
  const links = Object.entries(modules).map(([path, module]) => [path, listModules(module)] as const);
  const circular = listCircular(new Map(links));
  const paths = listPaths(imports);
  const isEarly = ({ path, original = '' }: Import) =>
    circular.has(path) ||
    deferrals
      .get(original)
      ?.some((each) => listPaths(metafile.inputs[path]?.imports).get(each) !== paths.get(each));
  const waiting = imports.filter(({ kind }) => kind === 'require-call');
  return new Set(waiting.filter(isEarly).map(({ original = '' }) => original));
}

function listModules({ imports }: Metafile['inputs'][string]): readonly string[] {
  return imports.flatMap(({ external, path }) => (external ? [] : path));
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

/**
 * Has packages run in the order in which they would run if no module waited: the bundler prints modules that wait first, and
 * what they import with them.
 */
function keepOrder(bundle: Bundle): Bundle {
  // No line of its own: the source map goes by lines, and says nothing of this one.
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
      // What has attributes is data, and runs nothing; what is there for types is not printed.
      if (kind !== 'import-statement' || attributes) continue;
      if (external && printed.has(path)) packages.add(path);
      if (!external && !modules.has(path)) visit(path);
    }
  };
  visit(ENTRY);
  return [...packages];
}

/** The procedure files that a server may run when they are needed, each with what it imports itself, as the route table would. */
export function listDeferrals({ procedures }: ApiModel, config: { readonly out: string }): Deferrals {
  // A procedure of this name would be called in its place.
  if (procedures.some(({ identifier }) => identifier === 'require')) return new Map();
  const deferrals = new Map<string, readonly string[]>();
  for (const { source } of procedures) {
    const { runsAfter, specifier, file } = source;
    if (!runsAfter || deferrals.has(specifier)) continue;
    deferrals.set(
      specifier,
      runsAfter.map((each) => moveImport(each, file, config.out)),
    );
  }
  return deferrals;
}

function moveImport(specifier: string, from: string, folder: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return printSpecifier(folder, posix.join(posix.dirname(from), specifier));
}
