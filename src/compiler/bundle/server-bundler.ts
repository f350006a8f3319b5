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

/** The folder of the bundle, relative to the project. */
export const SERVER_FOLDER = '.procgen/server';

export interface Bundle {
  readonly code: string;
  readonly sourceMap: string;
  readonly metafile: Metafile;
}

/** Replaces every `import.meta.url` in esbuild's output. */
const MODULE_URL = '__procgenModuleUrl';

/** Packages stay external; everything else follows the project's own settings. */
const OPTIONS = {
  ...BUNDLE_OPTIONS,
  entryPoints: [{ in: ENTRY, out: 'index' }] as { in: string; out: string }[],
  outExtension: { '.js': '.mjs' },
  // The order in which a build resolves modules with schemas.
  resolveExtensions: ['.ts', '.tsx', '.js', '.jsx', '.json'],
  sourcemap: 'linked' as const,
  // The sources are next to the map, and a server reads the whole map before it starts.
  sourcesContent: false,
  external: EXTERNALS,
  define: { 'import.meta.url': MODULE_URL },
  // Keep modules with side effects, whatever their package declares.
  ignoreAnnotations: true,
} satisfies BuildOptions;

/** Bundles a project's server repeatedly. Modules that have not changed since the last bundle are not parsed again. */
export interface ServerBundler {
  /**
   * Starts to bundle a guess at the next server before its route table exists. Resolves when esbuild can continue while
   * this thread is busy.
   */
  prebundle(guess: ServerSource | undefined): Promise<void>;
  /** The source of the last `bundle` call; undefined before the first. */
  readonly lastSource: ServerSource | undefined;
  /** Rejects with a `BuildFailure` if an import does not resolve. */
  bundle(source: ServerSource): Promise<Bundle>;
  /** Stops what `begin` started if no server follows. */
  cancel(): Promise<void>;
  /** Disposes of esbuild's context. The bundler cannot be used afterwards. */
  close(): Promise<void>;
}

interface RunningBundle {
  readonly source: ServerSource;
  readonly bundle: Promise<Bundle>;
  readonly routesLoaded: Promise<void>;
}

/** Paths as in `CompileOptions`. */
export function createServerBundler({
  root,
  configFile = DEFAULT_CONFIG_FILE,
  createFolder = (path) => mkdirSync(path, { recursive: true }),
}: Pick<CompileOptions, 'root' | 'configFile'> & Partial<Pick<Host, 'createFolder'>>): ServerBundler {
  let source: ServerSource;
  let lastSource: ServerSource | undefined;
  let running: RunningBundle | undefined;
  let resolveRoutesLoaded = () => {};
  let context: ReturnType<typeof open> | undefined;
  /** The outermost folder that was created for the route table. */
  let createdFolder: string | undefined;
  /** Compiled modules (absolute paths) that the bundle replaces with the TypeScript beside them. */
  const compiled = new Set<string>();

  const open = () =>
    esbuild.context({
      ...OPTIONS,
      absWorkingDir: root,
      outdir: `${root}/${SERVER_FOLDER}`,
      plugins: [
        routesPlugin({
          root,
          configFile,
          getSource: () => source,
          onRoutesLoaded: () => resolveRoutesLoaded(),
        }),
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
    const code = setModuleUrls(textOf('.mjs'), root, modules, source.path);
    return { code, sourceMap: textOf('.mjs.map'), metafile };
  };
  const removeCreatedFolder = () => {
    if (createdFolder) removeEmptyFolders(posix.dirname(source.path), toPosix(createdFolder));
    createdFolder = undefined;
  };
  const start = (next: ServerSource): RunningBundle => {
    // esbuild answers a rebuild requested during another one with the result of the running one.
    const before = running?.bundle.catch(() => {});
    const bundle = Promise.resolve(before).then(() => {
      source = next;
      // esbuild resolves the route table's imports only if its folder exists.
      createdFolder = createFolder(posix.dirname(next.path)) ?? createdFolder;
      return rebuild();
    });
    const routesLoaded = new Promise<void>((resolve) => {
      resolveRoutesLoaded = resolve;
      // Errors reach the caller that awaits the bundle.
      bundle.then(
        () => resolve(),
        () => resolve(),
      );
    });
    running = { source: next, bundle, routesLoaded };
    return running;
  };
  return {
    prebundle(guess) {
      // Open the context now: esbuild's process copies the environment, and a build records which variables are used.
      context ??= open();
      return (running ?? (guess && start(guess)))?.routesLoaded ?? Promise.resolve();
    },
    get lastSource() {
      return lastSource;
    },
    async bundle(server) {
      lastSource = server;
      const isPrebundled = running && isDeepStrictEqual(running.source, server);
      try {
        return await (running && isPrebundled ? running : start(server)).bundle;
      } catch (error) {
        removeCreatedFolder();
        throw error;
      } finally {
        running = undefined;
      }
    },
    async cancel() {
      await (await context)?.cancel();
      await running?.bundle.catch(() => {});
      running = undefined;
      removeCreatedFolder();
    },
    async close() {
      await (await context)?.dispose();
    },
  };
}

/** Removes empty folders, the inner ones first. */
function removeEmptyFolders(inner: string, outer: string): void {
  try {
    rmdirSync(inner);
  } catch {
    // Not empty, or already removed.
    return;
  }
  if (inner !== outer) removeEmptyFolders(posix.dirname(inner), outer);
}

/**
 * Gives every module of a bundle its own URL, except the route table (`routes`, absolute), which finds the description
 * beside the bundle. `modules` are relative to `root`; esbuild prints the path of a module above its code.
 */
function setModuleUrls(code: string, root: string, modules: readonly string[], routes: string): string {
  const headings = new Map(modules.map((module) => [module, posix.resolve(root, module)]));
  let url = 'import.meta.url';
  return code.replace(MODULE_URL_PATTERN, (found, heading?: string) => {
    if (heading === undefined) return url;
    const path = headings.get(heading);
    if (path !== undefined)
      url = path === routes ? 'import.meta.url' : printUrl(`${root}/${SERVER_FOLDER}`, path);
    return found;
  });
}

const MODULE_URL_PATTERN = new RegExp(`^// (?!.*${MODULE_URL})(.*)$|${MODULE_URL}`, 'gm');

function printUrl(folder: string, path: string): string {
  const relativePath = posix.relative(folder, path).replace(/[%?#]/g, encodeURIComponent);
  return `new URL(${JSON.stringify(relativePath)}, import.meta.url).href`;
}
