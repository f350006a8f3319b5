import { dirname, posix } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import type { OutputFile } from '../emit/output-file.js';
import { BUNDLE_OPTIONS } from '../load/bundle-options.js';
import { esbuild } from '../load/esbuild.js';
import type { ProjectConfig } from '../load/project-config.js';
import { type ProjectModulesOptions, projectModules, WITHOUT_QUESTION } from '../load/project-modules.js';
import { applyEdits } from '../read/text-edit.js';
import { type Deferrals, deferProcedures } from './defer-procedures.js';
import { NATIVE_OPTIONS } from './find-natively.js';
import { BUNDLE_START, isOwnInput, type KnownModules, listLinks, type ModuleLinks } from './list-links.js';

/** Where the bundle stands, relative to the project. */
export const SERVER_FOLDER = '.procgen/server';

/** What decides of a server bundle. */
export interface ServerEntry {
  readonly config: ProjectConfig;
  /** The route table, relative to the project. It need not be written yet. */
  readonly routes: OutputFile;
  readonly deferrals: Deferrals;
  /** Of the last bundle, where nothing but texts has changed since. */
  readonly known?: KnownModules | undefined;
}

export interface BundledModules {
  readonly code: string;
  readonly sourceMap: string;
  /** What was bundled, the route table included: relative to the project. */
  readonly inputs: readonly string[];
  /** Without the route table's: what that imports is there, or it would not have been printed. */
  readonly links: ModuleLinks;
}

/** Bundles the modules of a server. An import that leads nowhere is thrown as a `BuildFailure`. */
export async function runBundler(
  root: string,
  { config, routes, deferrals, ...own }: ServerEntry & Omit<OwnModules, 'root' | 'config'>,
): Promise<BundledModules & { readonly metafile: Metafile }> {
  const configuration =
    config.file === null
      ? 'export const config = undefined;'
      : `export { default as config } from ${JSON.stringify(`${root}/${config.file}`)};`;
  const result = await esbuild.build({
    ...BUNDLE_OPTIONS,
    ...(own.asked && NATIVE_OPTIONS),
    stdin: {
      contents: `export { routes } from ${JSON.stringify(ROUTES)};\n${configuration}\n`,
      resolveDir: root,
      sourcefile: BUNDLE_START,
    },
    absWorkingDir: root,
    sourcemap: 'linked',
    // The sources stand beside it, and a server reads the whole map before it starts.
    sourcesContent: false,
    external: WITHOUT_QUESTION.specifier,
    outfile: `${root}/${SERVER_FOLDER}/index.js`,
    plugins: [
      placeRoutes(root, routes, { deferrals, isThere: own.asked !== undefined }),
      bundleOwn({ ...own, root, config }),
    ],
  });
  const textOf = (ending: string) => result.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  const { metafile } = result;
  const inputs = Object.keys(metafile.inputs).filter(isOwnInput);
  const links = listLinks(metafile, routes.path);
  return { code: textOf('index.js'), sourceMap: textOf('index.js.map'), inputs, links, metafile };
}

export interface OwnModules extends Pick<ProjectModulesOptions, 'sources' | 'asked' | 'onQuestion'> {
  readonly root: string;
  readonly config: ProjectConfig;
}

/** The project's own modules go into the bundle as they are, the configuration without what only builds need. */
export function bundleOwn({ sources, root, config, asked, onQuestion }: OwnModules): Plugin {
  return projectModules({
    sources,
    asked,
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
      const place = posix.relative(`${root}/${SERVER_FOLDER}`, path).replace(/[%?#]/g, encodeURIComponent);
      const url = `new URL(${JSON.stringify(place)}, import.meta.url).href`;
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
 * Puts the route table in its place, where it is not written yet; its folder may not even be there, unless it `isThere`.
 * All that it needs of `procgen/runtime` is a type: who serves it has a runtime, and loads of it what is used.
 */
function placeRoutes(
  root: string,
  routes: OutputFile,
  { deferrals, isThere }: { readonly deferrals: Deferrals; readonly isThere: boolean },
): Plugin {
  const path = `${root}/${routes.path}`;
  const contents = deferProcedures(routes.text, deferrals);
  const resolveDir = isThere ? dirname(path) : root;
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
        args.path === path ? { contents, loader: 'ts', resolveDir } : undefined,
      );
    },
  };
}
