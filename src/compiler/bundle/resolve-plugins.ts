import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Plugin } from 'esbuild';
import { listCandidates } from '../parse/resolve-import.js';
import { toPosix } from '../relative-path.js';

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
      if (pluginData !== undefined) return undefined;
      const found = await build.resolve(path, { importer, resolveDir, kind, pluginData: ASKED });
      const isPackage = found.errors.length > 0 || /[\\/]node_modules[\\/]/.test(found.path);
      return found.external || isPackage ? { path, external: true } : { path: found.path };
    });
  },
};

/** Tells an import that a plugin asks esbuild about, which no plugin answers. */
const ASKED = Symbol('asked');

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

/** Has esbuild take the TypeScript beside these modules, absolute, as TypeScript and the rest of a build do: it prefers what an import says. */
export function sourcesPlugin(compiled: ReadonlySet<string>): Plugin {
  const names = [...compiled].map((path) => escapePattern(basename(path)));
  return {
    name: 'sources',
    setup(build) {
      if (names.length === 0) return;
      build.onResolve({ filter: new RegExp(`(?:^|/)(?:${names.join('|')})$`) }, async ({ path, ...how }) => {
        if (how.pluginData !== undefined) return undefined;
        const found = await build.resolve(path, { ...how, pluginData: ASKED });
        const module = toPosix(found.path);
        return compiled.has(module) ? { path: findSource(module) ?? module } : undefined;
      });
    },
  };
}

/** Whether a module, absolute, is JavaScript beside its source. */
export function isCompiled(path: string): boolean {
  return /\.[cm]?jsx?$/.test(path) && !path.includes('/node_modules/') && findSource(path) !== path;
}

function findSource(path: string): string | undefined {
  return listCandidates(path, `./${basename(path)}`).find((each) => existsSync(each));
}

/** A text as a pattern that matches nothing else. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
