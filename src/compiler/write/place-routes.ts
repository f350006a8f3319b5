import type { Plugin } from 'esbuild';
import { awaitReading } from './await-reading.js';

/** What a bundle's beginning imports the route table as. */
export const ROUTES = 'procgen:routes';

/** A route table as it is bundled. */
export interface BundledTable {
  /** Relative to the project. It need not be written yet. */
  readonly path: string;
  readonly text: string | Promise<string>;
  /** A folder that is there, absolute: what the bundler resolves by itself, it resolves from there. */
  readonly resolveDir: string;
  /** Told when the bundler has read it. */
  readonly onRead?: (() => void) | undefined;
}

/** Puts the route table in its place, where it is not written yet; its folder may not even be there. */
export function placeRoutes(root: string, table: BundledTable): Plugin {
  const path = `${root}/${table.path}`;
  const { resolveDir, onRead } = table;
  return {
    name: 'routes',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${ROUTES}$`) }, () => ({ path }));
      build.onLoad({ filter: /routes\.ts$/ }, async (args) => {
        if (args.path !== path) return undefined;
        const contents = dropRuntime(await table.text);
        if (onRead) awaitReading().then(onRead);
        return { contents, loader: 'ts', resolveDir };
      });
    },
  };
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
