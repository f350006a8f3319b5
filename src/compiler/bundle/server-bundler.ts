import { mkdirSync, rmdirSync } from 'node:fs';
import { posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { BuildOptions, Metafile } from 'esbuild';
import { DEFAULT_CONFIG_FILE } from '../../definition/config.js';
import type { CompileOptions } from '../compilation.js';
import { BUNDLE_OPTIONS, esbuild } from '../esbuild.js';
import type { Host } from '../host.js';
import { toPosix } from '../relative-path.js';
import { EXTERNALS, isCompiled, packagesPlugin, sourcesPlugin } from './resolve-plugins.js';
import { ENTRY, routesPlugin, type ServerSource } from './routes-plugin.js';

/** Where the bundle stands, relative to the project. */
export const SERVER_FOLDER = '.procgen/server';

export interface Bundle {
  readonly code: string;
  readonly sourceMap: string;
  readonly metafile: Metafile;
}

/** What esbuild prints for every `import.meta.url`. */
const MODULE_URL = '__procgenModuleUrl';

/** Packages stay outside, all else is as the project's own settings say. */
const OPTIONS = {
  ...BUNDLE_OPTIONS,
  entryPoints: [{ in: ENTRY, out: 'index' }] as { in: string; out: string }[],
  outExtension: { '.js': '.mjs' },
  // As the schemas are found.
  resolveExtensions: ['.ts', '.tsx', '.js', '.jsx', '.json'],
  sourcemap: 'linked' as const,
  // The sources stand beside it, and a server reads the whole map before it starts.
  sourcesContent: false,
  external: EXTERNALS,
  define: { 'import.meta.url': MODULE_URL },
  // A module runs for its effects, whatever its package says of them.
  ignoreAnnotations: true,
} satisfies BuildOptions;

/** Bundles a project's server, again and again: what has not changed since the bundle before is not parsed again. */
export interface ServerBundler {
  /**
   * Begins before there is a route table, with a server that may be the next one too. Resolves when esbuild goes on by
   * itself, also while this thread has no time for it.
   */
  begin(guess: ServerSource | undefined): Promise<void>;
  /** What was bundled last; undefined before that. */
  readonly last: ServerSource | undefined;
  /** An import that leads nowhere rejects it with a `BuildFailure`. */
  bundle(source: ServerSource): Promise<Bundle>;
  /** Ends what was begun and leads to no server. */
  cancel(): Promise<void>;
  /** Nothing follows. */
  close(): Promise<void>;
}

interface Running {
  readonly source: ServerSource;
  readonly bundle: Promise<Bundle>;
  readonly isHandedOver: Promise<void>;
}

/** Paths as in `CompileOptions`. */
export function createServerBundler({
  root,
  configFile = DEFAULT_CONFIG_FILE,
  createFolder = (path) => mkdirSync(path, { recursive: true }),
}: Pick<CompileOptions, 'root' | 'configFile'> & Partial<Pick<Host, 'createFolder'>>): ServerBundler {
  let source: ServerSource;
  let last: ServerSource | undefined;
  let running: Running | undefined;
  let handOver = () => {};
  let context: ReturnType<typeof open> | undefined;
  /** The outermost folder that was made for the route table. */
  let made: string | undefined;
  /** Modules, absolute, in whose place the bundle has the TypeScript beside them. */
  const compiled = new Set<string>();

  const open = () =>
    esbuild.context({
      ...OPTIONS,
      absWorkingDir: root,
      outdir: `${root}/${SERVER_FOLDER}`,
      plugins: [
        routesPlugin({ root, configFile, getSource: () => source, onHandOver: () => handOver() }),
        sourcesPlugin(compiled),
        packagesPlugin,
      ],
    });
  const rebuild = async (): Promise<Bundle> => {
    context ??= open();
    const opened = await context;
    const { outputFiles, metafile } = await opened.rebuild();
    const modules = Object.keys(metafile.inputs);
    const paths = modules.map((path) => posix.resolve(root, path));
    const found = paths.filter((path) => !compiled.has(path) && isCompiled(path));
    if (found.length > 0) {
      for (const path of found) compiled.add(path);
      context = open();
      await opened.dispose();
      return rebuild();
    }
    const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
    const code = placeModules(textOf('.mjs'), root, modules, source.path);
    return { code, sourceMap: textOf('.mjs.map'), metafile };
  };
  const leaveNoFolder = () => {
    if (made) removeEmpty(posix.dirname(source.path), toPosix(made));
    made = undefined;
  };
  const start = (next: ServerSource): Running => {
    // esbuild answers a rebuild that is asked for during another one with that one's result.
    const before = running?.bundle.catch(() => {});
    const bundle = Promise.resolve(before).then(() => {
      source = next;
      // esbuild looks for what the route table imports in folders that are there.
      made = createFolder(posix.dirname(next.path)) ?? made;
      return rebuild();
    });
    const isHandedOver = new Promise<void>((resolve) => {
      handOver = resolve;
      // What is wrong is told to whoever waits for the bundle.
      bundle.then(
        () => resolve(),
        () => resolve(),
      );
    });
    running = { source: next, bundle, isHandedOver };
    return running;
  };
  return {
    begin(guess) {
      // At once: esbuild's process takes a copy of the environment, which a build records the use of.
      context ??= open();
      return (running ?? (guess && start(guess)))?.isHandedOver ?? Promise.resolve();
    },
    get last() {
      return last;
    },
    async bundle(server) {
      last = server;
      const isBegun = running && isDeepStrictEqual(running.source, server);
      try {
        return await (running && isBegun ? running : start(server)).bundle;
      } catch (error) {
        leaveNoFolder();
        throw error;
      } finally {
        running = undefined;
      }
    },
    async cancel() {
      await (await context)?.cancel();
      await running?.bundle.catch(() => {});
      running = undefined;
      leaveNoFolder();
    },
    async close() {
      await (await context)?.dispose();
    },
  };
}

/** Removes empty folders, the inner ones first. */
function removeEmpty(inner: string, outer: string): void {
  try {
    rmdirSync(inner);
  } catch {
    // Somebody has put something there, or was quicker.
    return;
  }
  if (inner !== outer) removeEmpty(posix.dirname(inner), outer);
}

/**
 * Has every module of a bundle keep its own URL, but for the route table (`routes`, absolute), which finds the description
 * beside the bundle. `modules` are relative to `root`; esbuild prints the path of a module above its code.
 */
function placeModules(code: string, root: string, modules: readonly string[], routes: string): string {
  const headings = new Map(modules.map((module) => [module, posix.resolve(root, module)]));
  let url = 'import.meta.url';
  return code.replace(PLACES, (found, heading?: string) => {
    if (heading === undefined) return url;
    const path = headings.get(heading);
    if (path !== undefined)
      url = path === routes ? 'import.meta.url' : printUrl(`${root}/${SERVER_FOLDER}`, path);
    return found;
  });
}

const PLACES = new RegExp(`^// (?!.*${MODULE_URL})(.*)$|${MODULE_URL}`, 'gm');

function printUrl(folder: string, path: string): string {
  const place = posix.relative(folder, path).replace(/[%?#]/g, encodeURIComponent);
  return `new URL(${JSON.stringify(place)}, import.meta.url).href`;
}
