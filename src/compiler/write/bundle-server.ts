import { createHash } from 'node:crypto';
import type { BuildFailure, Plugin } from 'esbuild';
import { DEFAULT_CONFIG_FILE } from '../../authoring/config.js';
import type { Compilation } from '../compile.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { OutputFile } from '../emit/output-file.js';
import type { Host } from '../host.js';
import { BUNDLE_OPTIONS } from '../load/bundle-options.js';
import { esbuild } from '../load/esbuild.js';
import { isBuildFailure } from '../load/import-isolated.js';
import type { ProjectConfig } from '../load/project-config.js';
import { projectModules, WITHOUT_QUESTION } from '../load/project-modules.js';
import { startOf } from '../place.js';
import { createSourceCache, relativeTo, type SourceCache } from '../read/source-cache.js';
import { applyEdits } from '../read/text-edit.js';
import { listLinks, type ModuleLinks } from './list-links.js';

/** Where the bundle stands, relative to the project. */
const SERVER_FOLDER = '.procgen/server';

export interface ServerBundle {
  /** Relative to the project; none when there is a fault. */
  readonly files: readonly OutputFile[];
  readonly diagnostics: readonly Diagnostic[];
  /** Of what was bundled, without the route table's. */
  readonly links: ModuleLinks;
}

/**
 * Bundles routes, procedures and configuration of a compilation without errors into one ES module that exports
 * `routes` and `config`, packages external, with a source map, the description, and a manifest: `{ version,
 * procedures, inputs }`, the folder of procedure files, and a SHA-256 in hex by path relative to the project.
 */
export async function bundleServer(
  host: Host,
  root: string,
  compilation: Compilation,
): Promise<ServerBundle> {
  const { config, files, inputs } = compilation;
  if (!config) throw new Error('There is nothing to bundle without a configuration.');
  const generated = new Map(files.map(({ path, text }) => [path, text]));
  try {
    const bundle = await bundleModules(host, root, config, `${config.out}/routes.ts`, generated);
    const paths = [...new Set([...inputs, ...bundle.inputs])].sort();
    const hashes = await hashInputs(host, root, paths, generated);
    const manifest = { version: 1, procedures: config.procedures, inputs: hashes };
    return {
      diagnostics: [],
      links: bundle.links,
      files: [
        // What is kept here is built, or a secret: never a commit's.
        { path: '.procgen/.gitignore', text: '*\n' },
        { path: `${SERVER_FOLDER}/index.js`, text: bundle.code },
        { path: `${SERVER_FOLDER}/index.js.map`, text: bundle.sourceMap },
        { path: `${SERVER_FOLDER}/openapi.json`, text: generated.get(`${config.out}/openapi.json`) ?? '' },
        { path: `${SERVER_FOLDER}/manifest.json`, text: `${JSON.stringify(manifest, null, 2)}\n` },
      ],
    };
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    return { files: [], diagnostics: reportFaults(error), links: {} };
  }
}

async function bundleModules(
  host: Host,
  root: string,
  config: ProjectConfig,
  routes: string,
  generated: ReadonlyMap<string, string>,
) {
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
    external: WITHOUT_QUESTION.specifier,
    outfile: `${root}/${SERVER_FOLDER}/index.js`,
    plugins: [
      placeRoutes(root, routes, generated.get(routes) ?? ''),
      bundleOwn(createSourceCache(host, root), root, config),
    ],
  });
  const textOf = (ending: string) => result.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  const inputs = Object.keys(result.metafile.inputs).filter(
    (path) => !path.includes(':') && path !== 'server.ts',
  );
  // What the route table imports is there, or it would not have been printed.
  const { [routes]: _, ...links } = listLinks(result.metafile);
  return { code: textOf('index.js'), sourceMap: textOf('index.js.map'), inputs, links };
}

/** The project's own modules go into the bundle as they are, the configuration without what only builds need. */
export function bundleOwn(sources: SourceCache, root: string, config: ProjectConfig): Plugin {
  return projectModules({
    sources,
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

/** Puts the route table in its place, where it is not written yet; its folder may not even be there. */
function placeRoutes(root: string, file: string, contents: string): Plugin {
  const path = `${root}/${file}`;
  return {
    name: 'routes',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${ROUTES}$`) }, () => ({ path }));
      build.onLoad({ filter: /routes\.ts$/ }, (args) =>
        args.path === path ? { contents, loader: 'ts', resolveDir: root } : undefined,
      );
    },
  };
}

async function hashInputs(
  host: Host,
  root: string,
  inputs: readonly string[],
  generated: ReadonlyMap<string, string>,
): Promise<Record<string, string>> {
  const hashes: [string, string][] = [];
  for (const path of inputs) {
    const text = generated.get(path) ?? (await host.readFile(`${root}/${path}`));
    if (text !== null) hashes.push([path, createHash('sha256').update(text).digest('hex')]);
  }
  return Object.fromEntries(hashes);
}

/** What the bundler refuses is an import that no other stage looks at: one that only a handler uses. */
function reportFaults({ errors }: BuildFailure): Diagnostic[] {
  return errors.map(({ text, location }) => {
    const help = 'Mend the import, or what it imports.';
    if (!location)
      return createDiagnostic('failing-import', startOf(DEFAULT_CONFIG_FILE), `${text}.`, { help });
    const { file, line, column, length } = location;
    const place = { file, line, column: column + 1, length: Math.max(1, length) };
    return createDiagnostic('failing-import', place, `${text}.`, { help });
  });
}
