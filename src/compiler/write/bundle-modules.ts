import type { Plugin } from 'esbuild';
import type { OutputFile } from '../emit/output-file.js';
import type { Host } from '../host.js';
import { BUNDLE_OPTIONS } from '../load/bundle-options.js';
import { esbuild } from '../load/esbuild.js';
import type { ProjectConfig } from '../load/project-config.js';
import { type ProjectModulesOptions, projectModules, WITHOUT_QUESTION } from '../load/project-modules.js';
import { createSourceCache, relativeTo } from '../read/source-cache.js';
import { applyEdits } from '../read/text-edit.js';
import { awaitPause } from './await-pause.js';
import { listLinks, type ModuleLinks } from './list-links.js';

/** Where the bundle stands, relative to the project. */
export const SERVER_FOLDER = '.procgen/server';

/** What decides of a server bundle. */
export interface ServerEntry {
  readonly config: ProjectConfig;
  /** The route table, relative to the project. It need not be written yet. */
  readonly routes: OutputFile;
}

export interface BundledModules {
  readonly code: string;
  readonly sourceMap: string;
  /** What was bundled, the route table included: relative to the project. */
  readonly inputs: readonly string[];
  /** Without the route table's: what that imports is there, or it would not have been printed. */
  readonly links: ModuleLinks;
}

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
export function startBundling(host: Host, root: string, entry: ServerEntry): Bundling {
  const pause = awaitPause();
  let isUnderWay = false;
  const onQuestion = (importer?: string) => {
    // Before that it asks for the configuration, and then parses the route table.
    isUnderWay ||= importer === `${root}/${entry.routes.path}`;
    if (isUnderWay) pause.delay();
  };
  const modules = bundleModules(host, root, { ...entry, onQuestion }).finally(pause.end);
  // Who waits for it hears of a failure, and so nobody has to.
  modules.catch(() => {});
  return { modules, isFed: pause.reached };
}

async function bundleModules(
  host: Host,
  root: string,
  { config, routes, onQuestion }: ServerEntry & { readonly onQuestion: (importer?: string) => void },
): Promise<BundledModules> {
  const configuration =
    config.file === null
      ? 'export const config = undefined;'
      : `export { default as config } from ${JSON.stringify(`${root}/${config.file}`)};`;
  const result = await esbuild.build({
    ...BUNDLE_OPTIONS,
    stdin: {
      contents: `export { routes } from ${JSON.stringify(ROUTES)};\n${configuration}\n`,
      resolveDir: root,
      sourcefile: 'server.ts',
    },
    absWorkingDir: root,
    sourcemap: 'linked',
    // The sources stand beside it, and a server reads the whole map before it starts.
    sourcesContent: false,
    external: WITHOUT_QUESTION.specifier,
    outfile: `${root}/${SERVER_FOLDER}/index.js`,
    plugins: [
      placeRoutes(root, routes),
      bundleOwn({ sources: createSourceCache(host, root), root, config, onQuestion }),
    ],
  });
  const textOf = (ending: string) => result.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  const inputs = Object.keys(result.metafile.inputs).filter(
    (path) => !path.includes(':') && path !== 'server.ts',
  );
  const { [routes.path]: _, ...links } = listLinks(result.metafile);
  return { code: textOf('index.js'), sourceMap: textOf('index.js.map'), inputs, links };
}

export interface OwnModules extends Pick<ProjectModulesOptions, 'sources' | 'onQuestion'> {
  readonly root: string;
  readonly config: ProjectConfig;
}

/** The project's own modules go into the bundle as they are, the configuration without what only builds need. */
export function bundleOwn({ sources, root, config, onQuestion }: OwnModules): Plugin {
  return projectModules({
    sources,
    onQuestion,
    failing: new Map(),
    hasNoSideEffects: false,
    packages: 'specifier',
    transform: async (path) => {
      const text = await sources.readText(path);
      if (text === null) return null;
      const cuts = path === `${root}/${config.file}` ? config.buildOptions : [];
      // Parsing every module once more would be most of what bundling costs.
      const source = text.includes('import.meta') ? await sources.read(path) : null;
      // Unlike the route table, which finds the description beside the bundle, a module keeps its own place.
      const url = `new URL(${JSON.stringify(`../../${relativeTo(root, path)}`)}, import.meta.url).href`;
      const own = source?.importMetas.map((range) => ({ ...range, replacement: url })) ?? [];
      return applyEdits(text, [...own, ...cuts]);
    },
  });
}

const ROUTES = 'procgen:routes';
const RUNTIME = 'procgen/runtime';

/** What a route table has from `procgen/runtime`, unless its template is the project's own. */
const ITS_IMPORT = `import { defineRoutes } from '${RUNTIME}';`;

/**
 * Puts the route table in its place, where it is not written yet; its folder may not even be there. All that it needs
 * of `procgen/runtime` is a type: who serves it has a runtime, and loads of it what is used.
 */
function placeRoutes(root: string, routes: OutputFile): Plugin {
  const path = `${root}/${routes.path}`;
  const contents = routes.text;
  const onlyDefines = contents.includes(ITS_IMPORT) && contents.split(RUNTIME).length === 2;
  return {
    name: 'routes',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${ROUTES}$`) }, () => ({ path }));
      build.onResolve({ filter: new RegExp(`^${RUNTIME}$`) }, ({ importer }) =>
        onlyDefines && importer === path ? { path: RUNTIME, namespace: 'procgen' } : undefined,
      );
      build.onLoad({ filter: /./, namespace: 'procgen' }, () => ({
        contents: 'export const defineRoutes = (table) => table;',
      }));
      build.onLoad({ filter: /routes\.ts$/ }, (args) =>
        args.path === path ? { contents, loader: 'ts', resolveDir: root } : undefined,
      );
    },
  };
}
