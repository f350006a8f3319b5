import { findRoutesPath } from '../emit/routes/find-routes-path.js';
import type { Host } from '../host.js';
import { makePromise } from '../make-promise.js';
import { createSourceCache, type SourceCache } from '../read/source-cache.js';
import { type AheadGround, askAhead, findStandIn, listAhead } from './ask-ahead.js';
import { awaitPause } from './await-pause.js';
import { type Bundle, bundleDeferring } from './bundle-deferring.js';
import { type Bundling, bundleModules, ignoreFaults } from './bundle-modules.js';
import { deferProcedures } from './defer-procedures.js';
import { areFoundAlike, askFor, listOwnImports } from './find-natively.js';
import { runBundler, type ServerEntry } from './run-bundler.js';

/** The modules of a server, which the bundler reads before there is a route table. */
export interface AheadBundling {
  /** Resolves when the bundler knows of them, and is busy by itself; it never rejects. */
  readonly isFed: Promise<void>;
  /** Bundles them with that table; anew, where the bundler's own rules could lead to something else. */
  finish(entry: ServerEntry): Bundling;
  /** There will be no table. Resolves when nothing is left of it; it never rejects. */
  abandon(): Promise<void>;
}

/** Begins with the procedure files, and with what they and the configuration import. */
export function bundleAhead(host: Host, ground: AheadGround): AheadBundling {
  const { root } = ground;
  const feeding = makePromise<void>();
  const pause = awaitPause();
  let hasTable = false;
  const table = makePromise<string>();
  // Only the bundler waits for it, if at all.
  table.promise.catch(() => {});
  const listening = {
    onAheadRead: feeding.resolve,
    onTableRead() {
      hasTable = true;
      pause.delay();
    },
    onQuestion() {
      if (hasTable) pause.delay();
    },
  };
  const beginning = beginAhead(host, ground, { table: table.promise, ...listening }).catch(() => null);
  beginning
    .then((begun) => begun?.bundle)
    .catch(() => {})
    .then(() => feeding.resolve());
  const finish = (begun: BegunAhead, entry: ServerEntry): Bundling => {
    table.resolve(deferProcedures(entry.routes.text, entry.deferrals));
    const modules = finishAhead(host, ground, { begun, entry })
      .then((bundle) => bundle ?? bundleModules(host, root, entry).modules)
      .finally(pause.end);
    return { modules, isFed: pause.reached };
  };
  return {
    isFed: feeding.promise,
    finish(entry) {
      const bundling = beginning.then((begun) =>
        begun ? finish(begun, entry) : bundleModules(host, root, entry),
      );
      const modules = bundling.then((each) => each.modules);
      // Who waits for it hears of a failure, and so nobody has to.
      modules.catch(() => {});
      return { modules, isFed: bundling.then((each) => each.isFed) };
    },
    async abandon() {
      table.reject(new Error('There is no route table.'));
      await beginning.then((begun) => begun?.bundle).catch(() => {});
    },
  };
}

/** A bundle that waits for its route table. */
export interface BegunAhead {
  readonly bundle: Promise<Bundle>;
  readonly sources: SourceCache;
  readonly resolveDir: string;
  /** Relative to the project. */
  readonly asked: ReadonlySet<string>;
}

interface AheadTable {
  /** As it is to be bundled. */
  readonly table: Promise<string>;
  /** Told when the bundler has read what to read ahead. */
  readonly onAheadRead?: () => void;
  /** Told when it has read the table. */
  readonly onTableRead?: () => void;
  readonly onQuestion?: () => void;
}

/** Null where the bundler has to ask for everything. */
export async function beginAhead(
  host: Host,
  ground: AheadGround,
  { table, onAheadRead = () => {}, onTableRead, onQuestion }: AheadTable,
): Promise<BegunAhead | null> {
  const { root, config, files } = ground;
  const asked = await askAhead(host, ground, listAhead(ground));
  const resolveDir = findStandIn(ground);
  if (!asked || resolveDir === null) return null;
  const sources = createSourceCache(host, root);
  const bundle = runBundler(root, {
    config,
    sources,
    asked: askFor(root, asked),
    table: { path: findRoutesPath(config), text: table, resolveDir, onRead: onTableRead },
    ahead: { paths: files.map(({ path }) => path), onRead: onAheadRead },
    onQuestion,
  });
  // Who finishes it hears of a failure.
  bundle.catch(() => {});
  return { bundle, sources, resolveDir, asked };
}

/**
 * The bundle with its table; null where it could be another than one for which everything is asked. Once more where the
 * bundler has met modules that nobody knew of, and that it has to ask for.
 */
export async function finishAhead(
  host: Host,
  ground: AheadGround,
  { begun, entry }: { readonly begun: BegunAhead; readonly entry: ServerEntry },
): Promise<Bundle | null> {
  const { root } = ground;
  const { sources, resolveDir } = begun;
  let { asked } = begun;
  // What is wrong with it may be wrong with a module that no route leads to: then it is bundled without that.
  let bundle: Bundle | null = await begun.bundle.catch(ignoreFaults);
  for (;;) {
    const options = { ...entry, sources, resolveDir, asked: askFor(root, asked), begun: bundle };
    const built = await bundleDeferring(root, options).catch(ignoreFaults);
    const due = built && (await askAhead(host, ground, built.links));
    if (!due) return null;
    if ([...due].every((path) => asked.has(path))) {
      return (await areFoundAlike(listOwnImports(built.metafile), sources, root)) ? built : null;
    }
    asked = new Set([...asked, ...due]);
    bundle = null;
  }
}
