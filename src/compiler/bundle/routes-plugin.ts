import { basename, dirname } from 'node:path';
import type { Plugin } from 'esbuild';
import { escapePattern } from './sources-plugin.js';

/** What a server is bundled from. */
export interface ServerSource {
  /** It need not be on the disk yet, but its folder has to be. */
  readonly routes: SourceText;
  /** Without what only a build needs; null where the project has no configuration. */
  readonly config: SourceText | null;
}

/** A module that is bundled with another text than it has on the disk. The path is absolute, with `/`. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** The entry of the bundle, as esbuild names it: no file can be called so. */
export const ENTRY = 'procgen:server';
const ROUTES = 'procgen:routes';

export interface RoutesPluginOptions {
  readonly root: string;
  /** The name of the configuration's file. */
  readonly configFile: string;
  /** What is bundled now. */
  getSource(): ServerSource;
  /** Is called when the route table was handed over, which is what most of a server is found by. */
  onHandOver(): void;
}

/** Answers for the entry, the route table and the configuration. esbuild finds and reads everything else by itself. */
export function routesPlugin({ root, configFile, getSource, onHandOver }: RoutesPluginOptions): Plugin {
  const given = [/routes\.ts/.source, escapePattern(basename(configFile))];
  return {
    name: 'routes',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${ENTRY}$`) }, () => ({ path: 'server', namespace: 'procgen' }));
      build.onResolve({ filter: new RegExp(`^${ROUTES}$`) }, () => ({ path: getSource().routes.path }));
      build.onLoad({ filter: /^/, namespace: 'procgen' }, () => {
        return { contents: printEntry(getSource()), resolveDir: root };
      });
      build.onLoad({ filter: new RegExp(`(?:^|[\\\\/])(?:${given.join('|')})$`) }, ({ path }) => {
        const { routes, config } = getSource();
        const isPath = (text: SourceText | null) => text?.path === path.replaceAll('\\', '/');
        if (isPath(routes)) {
          setImmediate(onHandOver);
          return { contents: dropRuntime(routes.text), loader: 'ts', resolveDir: dirname(path) };
        }
        return config && isPath(config) ? { contents: config.text, loader: 'ts' } : undefined;
      });
    },
  };
}

function printEntry({ config }: ServerSource): string {
  const from = config
    ? `export { default as config } from ${JSON.stringify(config.path)};`
    : 'export const config = undefined;';
  return `export { routes } from ${JSON.stringify(ROUTES)};\n${from}\n`;
}

/**
 * All that a route table needs of `procgen/runtime` is a type, unless its template is the project's own: who serves it has a
 * runtime, and loads of it what is used.
 */
function dropRuntime(table: string): string {
  const needsMore = table.split(RUNTIME).length > 2;
  return needsMore ? table : table.replace(ITS_IMPORT, 'function defineRoutes(table) { return table; }');
}

const RUNTIME = 'procgen/runtime';
const ITS_IMPORT = `import { defineRoutes } from '${RUNTIME}';`;
