import type { Plugin } from 'esbuild';
import { matchOthers } from './match-others.js';

/** Of `procgen` and `zod` a server has one copy, wherever they were linked from. */
export const EXTERNALS = ['procgen', 'zod', 'node:*'];

/** What neither is a file nor one of those. */
const OTHERS = matchOthers({ words: ['procgen', 'zod'], prefixes: ['.', '/', 'node:'] });

/**
 * Leaves packages outside the bundle, by the names that the sources use; one that is not installed may be where the server
 * runs. What lies outside `node_modules` is the project's own: a linked workspace package, or a path of the `tsconfig.json`.
 */
export const packagesPlugin: Plugin = {
  name: 'packages',
  setup(build) {
    build.onResolve({ filter: OTHERS }, async ({ path, importer, resolveDir, kind, pluginData }) => {
      if (pluginData === RESOLVING) return undefined;
      const found = await build.resolve(path, { importer, resolveDir, kind, pluginData: RESOLVING });
      const isPackage = found.errors.length > 0 || /[\\/]node_modules[\\/]/.test(found.path);
      return found.external || isPackage ? { path, external: true } : { path: found.path };
    });
  },
};

const RESOLVING = Symbol('resolving');
