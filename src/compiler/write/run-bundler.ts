import { posix } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import type { OutputFile } from '../../model/output-file.js';
import { BUNDLE_OPTIONS } from '../load/bundle-options.js';
import { esbuild } from '../load/esbuild.js';
import type { ProjectConfig } from '../load/project-config.js';
import { type ProjectModulesOptions, projectModules, WITHOUT_QUESTION } from '../load/project-modules.js';
import { applyEdits } from '../read/text-edit.js';
import type { Deferrals } from './defer-procedures.js';
import { NATIVE_OPTIONS } from './find-natively.js';
import { BUNDLE_START, isOwnInput, type KnownModules, listLinks, type ModuleLinks } from './list-links.js';
import { type AheadModules, dropAhead, IMPORT_AHEAD, placeAhead } from './place-ahead.js';
import { type BundledTable, placeRoutes, ROUTES } from './place-routes.js';

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
  /** Of those modules, where it has been found out. */
  readonly edited?: KnownModules['edited'];
}

export interface BundlerOptions extends Omit<OwnModules, 'root'> {
  readonly table: BundledTable;
  /** The procedure files that the table may import: they are read while it is waited for. */
  readonly ahead?: AheadModules;
}

/** Bundles the modules of a server. An import that leads nowhere is thrown as a `BuildFailure`. */
export async function runBundler(
  root: string,
  { table, ahead, ...own }: BundlerOptions,
): Promise<BundledModules & { readonly metafile: Metafile }> {
  const { config } = own;
  const configuration =
    config.file === null
      ? 'export const config = undefined;'
      : `export { default as config } from ${JSON.stringify(`${root}/${config.file}`)};`;
  const result = await esbuild.build({
    ...BUNDLE_OPTIONS,
    ...(own.asked && NATIVE_OPTIONS),
    stdin: {
      contents: `export { routes } from ${JSON.stringify(ROUTES)};\n${configuration}\n${ahead ? IMPORT_AHEAD : ''}`,
      resolveDir: root,
      sourcefile: BUNDLE_START,
    },
    absWorkingDir: root,
    sourcemap: 'linked',
    // The sources stand beside it, and a server reads the whole map before it starts.
    sourcesContent: false,
    external: WITHOUT_QUESTION,
    outfile: `${root}/${SERVER_FOLDER}/index.mjs`,
    plugins: [
      placeRoutes(root, table, own.asked),
      ...(ahead ? [placeAhead(root, ahead)] : []),
      bundleOwn({ ...own, root }),
    ],
  });
  const textOf = (ending: string) => result.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  const { metafile } = result;
  if (ahead) dropAhead(metafile);
  const inputs = Object.keys(metafile.inputs).filter(isOwnInput);
  const links = listLinks(metafile, table.path);
  return { code: textOf('index.mjs'), sourceMap: textOf('index.mjs.map'), inputs, links, metafile };
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
