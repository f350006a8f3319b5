import type { Plugin } from 'esbuild';

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

/**
 * A pattern of every text but these, and but those that begin with one of `prefixes`. For esbuild, whose patterns are
 * Go's and cannot look ahead: what a plugin's filter lets pass costs a trip to this process and back. No two of the
 * words may have one first letter.
 */
export function matchOthers({
  words = [],
  prefixes = [],
}: {
  readonly words?: readonly string[];
  readonly prefixes?: readonly string[];
}): RegExp {
  const all = [...words, ...prefixes];
  const firsts = all.map((word) => word.slice(0, 1));
  if (new Set(firsts).size < firsts.length) throw new TypeError('Two of the words have one first letter.');
  const alternatives = [
    '^$',
    `^[^${firsts.join('')}]`,
    ...all.flatMap((word) =>
      [...word.slice(1)].map((letter, index) => `^${word.slice(0, index + 1)}([^${letter}]|$)`),
    ),
    ...words.map((word) => `^${word}.`),
  ];
  return new RegExp(alternatives.join('|'));
}
