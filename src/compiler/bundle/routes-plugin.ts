import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Plugin } from 'esbuild';
import { cutBuildOptions } from '../parse/cut-handlers.js';
import { parseModule } from '../parse/parse-module.js';
import { applyEdits } from '../parse/text-edit.js';
import { toPosix } from '../relative-path.js';
import { escapePattern } from './resolve-plugins.js';

/** The route table that a server is bundled from. It need not be on the disk yet, but its folder has to be. */
export interface ServerSource {
  /** Absolute, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** The entry of the bundle, as esbuild names it: no file can be called so. */
export const ENTRY = 'procgen:server';
const ROUTES = 'procgen:routes';

export interface RoutesPluginOptions {
  readonly root: string;
  /** The configuration, relative to the project; it need not be there. */
  readonly configFile: string;
  /** What is bundled now. */
  getSource(): ServerSource;
  /** Is called when the route table was handed over, which is what most of a server is found by. */
  onHandOver(): void;
}

/** Answers for the entry, the route table and the configuration. esbuild finds and reads everything else by itself. */
export function routesPlugin({ root, configFile, getSource, onHandOver }: RoutesPluginOptions): Plugin {
  const given = [/routes\.ts/.source, escapePattern(basename(configFile))];
  const config = `${root}/${configFile}`;
  return {
    name: 'routes',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${ENTRY}$`) }, () => ({ path: 'server', namespace: 'procgen' }));
      build.onResolve({ filter: new RegExp(`^${ROUTES}$`) }, () => ({ path: getSource().path }));
      build.onLoad({ filter: /^/, namespace: 'procgen' }, () => {
        return { contents: printEntry(config), resolveDir: root };
      });
      build.onLoad({ filter: new RegExp(`(?:^|[\\\\/])(?:${given.join('|')})$`) }, ({ path }) => {
        const { path: routes, text } = getSource();
        const loaded = toPosix(path);
        if (loaded === config) return { contents: readConfig(path), loader: 'ts' };
        if (loaded !== routes) return undefined;
        setImmediate(onHandOver);
        return { contents: dropRuntime(text), loader: 'ts', resolveDir: dirname(path) };
      });
    },
  };
}

function printEntry(config: string): string {
  const from = existsSync(config)
    ? `export { default as config } from ${JSON.stringify(config)};`
    : 'export const config = undefined;';
  return `export { routes } from ${JSON.stringify(ROUTES)};\n${from}\n`;
}

/** The text of the configuration without what only a build needs. */
function readConfig(path: string): string {
  const text = readFileSync(path, 'utf8');
  return applyEdits(text, cutBuildOptions(parseModule(path, text)));
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
