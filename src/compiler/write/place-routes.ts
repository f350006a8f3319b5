import type { Plugin } from 'esbuild';
import type { AskedModules } from '../load/project-modules.js';
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
  /** Told when the bundler has read it, and has asked for what it is to ask for of its imports. */
  readonly onRead?: (() => void) | undefined;
}

/** Stands last in a table: the bundler asks for one import of a module after the other. It is nothing, and is left out. */
const LAST = 'procgen:last';

/**
 * Puts the route table in its place, where it is not written yet; its folder may not even be there. `asked` is what the bundler
 * asks for where it finds the rest by itself.
 */
export function placeRoutes(root: string, table: BundledTable, asked?: AskedModules): Plugin {
  const path = `${root}/${table.path}`;
  const { resolveDir, onRead } = table;
  return {
    name: 'routes',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${ROUTES}$`) }, () => ({ path }));
      build.onLoad({ filter: /routes\.ts$/ }, async (args) => {
        if (args.path !== path) return undefined;
        const text = dropRuntime(await table.text);
        const asks = onRead && asked && importsAny(text, asked.imports);
        if (onRead && !asks) awaitReading().then(onRead);
        return { contents: asks ? `${text}\nimport '${LAST}';\n` : text, loader: 'ts', resolveDir };
      });
      build.onResolve({ filter: new RegExp(`^${LAST}$`) }, () => {
        if (onRead) awaitReading().then(onRead);
        return { path: LAST, external: true, sideEffects: false };
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

/** Whether a table imports anything that the bundler has to ask for. */
function importsAny(table: string, asked: RegExp): boolean {
  for (const [, specifier = ''] of table.matchAll(IMPORT)) if (asked.test(specifier)) return true;
  return false;
}

const IMPORT = /^import (?:.+ from )?['"](.+)['"];$/gm;

const RUNTIME = 'procgen/runtime';
const ITS_IMPORT = `import { defineRoutes } from '${RUNTIME}';`;
