import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Plugin } from 'esbuild';
import { cutBuildOptions } from '../parse/cut-handlers.js';
import { parseModule } from '../parse/parse-module.js';
import { applyEdits } from '../parse/text-edit.js';
import { toPosix } from '../relative-path.js';
import { escapePattern } from './resolve-plugins.js';

/** The route table that a server is bundled from. Its folder must exist on disk; the file need not. */
export interface ServerSource {
  /** Absolute, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** The entry point of the bundle as esbuild names it. No file can have this name. */
export const ENTRY = 'procgen:server';
const ROUTES = 'procgen:routes';

export interface RoutesPluginOptions {
  readonly root: string;
  /** The configuration, relative to the project; it need not exist. */
  readonly configFile: string;
  /** Returns the source of the current bundle. */
  getSource(): ServerSource;
  /** Called when esbuild has received the route table, through which it finds most of the server. */
  onRoutesLoaded(): void;
}

/** Resolves and loads the entry point, the route table and the configuration. esbuild does the rest. */
export function routesPlugin({ root, configFile, getSource, onRoutesLoaded }: RoutesPluginOptions): Plugin {
  const fileNames = [/routes\.ts/.source, escapePattern(basename(configFile))];
  const config = `${root}/${configFile}`;
  return {
    name: 'routes',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${ENTRY}$`) }, () => ({ path: 'server', namespace: 'procgen' }));
      build.onResolve({ filter: new RegExp(`^${ROUTES}$`) }, () => ({ path: getSource().path }));
      build.onLoad({ filter: /^/, namespace: 'procgen' }, () => {
        return { contents: printEntry(config), resolveDir: root };
      });
      build.onLoad({ filter: new RegExp(`(?:^|[\\\\/])(?:${fileNames.join('|')})$`) }, ({ path }) => {
        const { path: routes, text } = getSource();
        const loaded = toPosix(path);
        if (loaded === config) return { contents: readConfig(path), loader: 'ts' };
        if (loaded !== routes) return undefined;
        setImmediate(onRoutesLoaded);
        return { contents: dropRuntimeImport(text), loader: 'ts', resolveDir: dirname(path) };
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

/** Returns the text of the configuration without the options that only a build needs. */
function readConfig(path: string): string {
  const text = readFileSync(path, 'utf8');
  return applyEdits(text, cutBuildOptions(parseModule(path, text)));
}

/**
 * Replaces the import of `procgen/runtime`, which the default template needs only for a type: whatever serves the table
 * loads the runtime. A table that refers to it more than once, from a project's own template, is unchanged.
 */
function dropRuntimeImport(table: string): string {
  const hasOtherUses = table.split(RUNTIME).length > 2;
  return hasOtherUses
    ? table
    : table.replace(RUNTIME_IMPORT, 'function defineRoutes(table) { return table; }');
}

const RUNTIME = 'procgen/runtime';
const RUNTIME_IMPORT = `import { defineRoutes } from '${RUNTIME}';`;
