import { dirname } from 'node:path';
import type { Host } from '../host.js';
import { isBuildFailure } from '../load/esbuild.js';
import type { ProjectModulesOptions } from '../load/project-modules.js';
import { SourceModules } from '../parse/source-modules.js';
import { awaitPause } from './await-pause.js';
import { bundleDeferring } from './bundle-deferring.js';
import { findNatively, isAsGiven } from './find-natively.js';
import type { KnownModules } from './list-links.js';
import type { BundledModules, ServerEntry } from './run-bundler.js';

/** Modules that are being bundled. */
export interface Bundling {
  /** An import that leads nowhere rejects it with a `BuildFailure`. */
  readonly modules: Promise<BundledModules>;
  /** Resolves when the bundler has all that it asks this thread for, and is busy by itself; it never rejects. */
  readonly isFed: Promise<void>;
}

/**
 * Begins to bundle a route table, what it imports, and the configuration into one ES module that exports `routes` and
 * `config`.
 */
export function bundleModules(host: Host, root: string, entry: ServerEntry): Bundling {
  const pause = awaitPause();
  let isUnderWay = false;
  const onQuestion: OnQuestion = (importer) => {
    // Before that it asks for the configuration, and then parses the route table.
    isUnderWay ||= importer === `${root}/${entry.routes.path}`;
    if (isUnderWay) pause.delay();
  };
  const modules = bundleEitherWay(host, root, { ...entry, onQuestion, onFed: pause.end }).finally(pause.end);
  // Who waits for it hears of a failure, and so nobody has to.
  modules.catch(() => {});
  return { modules, isFed: pause.reached };
}

async function bundleEitherWay(
  host: Host,
  root: string,
  { onFed, ...options }: ServerEntry & { readonly onQuestion: OnQuestion; readonly onFed: () => void },
): Promise<BundledModules> {
  const { known } = options;
  const bundle = known && (await bundleNatively(host, root, { ...options, known }, onFed));
  return (
    bundle ?? bundleDeferring(root, { ...options, sources: new SourceModules(host, root), resolveDir: root })
  );
}

/** An entry of which the last bundle's modules are known. */
type KnownEntry = ServerEntry & { readonly known: KnownModules };

/**
 * The same, where the bundler finds modules by itself; null where that could be, or has been, another bundle. `onFed` is
 * told when it is left to itself.
 */
export async function bundleNatively(
  host: Host,
  root: string,
  { config, routes, deferrals, known }: KnownEntry,
  onFed: () => void = () => {},
): Promise<BundledModules | null> {
  const asked = await findNatively(host, { root, known });
  if (!asked) return null;
  const sources = new SourceModules(host, root);
  const resolveDir = dirname(`${root}/${routes.path}`);
  const options = { config, routes, deferrals, sources, asked, resolveDir, onRead: onFed };
  const built = await bundleDeferring(root, options).catch(ignoreFaults);
  if (!built) return null;
  const bundle = { host, metafile: built.metafile, sources, asked };
  return (await isAsGiven(bundle, { root, known })) ? built : null;
}

/** They are found again, and told in our words, where the bundler asks for everything. */
export function ignoreFaults(error: unknown): null {
  if (isBuildFailure(error)) return null;
  throw error;
}

type OnQuestion = NonNullable<ProjectModulesOptions['onQuestion']>;
