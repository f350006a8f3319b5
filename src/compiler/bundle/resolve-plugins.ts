import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Plugin } from 'esbuild';
import { listCandidates } from '../parse/resolve-import.js';
import { toPosix } from '../relative-path.js';

/** A server has one copy of `procgen` and `zod`, wherever they are linked from. */
export const EXTERNALS = ['procgen', 'zod', 'node:*'];

/** Matches specifiers that are neither file paths nor external. */
const PACKAGE_SPECIFIERS = matchAllExcept({ words: ['procgen', 'zod'], prefixes: ['.', '/', 'node:'] });

/**
 * Keeps packages out of the bundle, under the names that the sources use; one that is missing may exist where the
 * server runs. Modules outside `node_modules` are the project's own and bundled: linked workspace packages, `paths` of
 * `tsconfig.json`.
 */
export const packagesPlugin: Plugin = {
  name: 'packages',
  setup(build) {
    build.onResolve(
      { filter: PACKAGE_SPECIFIERS },
      async ({ path, importer, resolveDir, kind, pluginData }) => {
        if (pluginData !== undefined) return undefined;
        const found = await build.resolve(path, { importer, resolveDir, kind, pluginData: NESTED_RESOLVE });
        const isPackage = found.errors.length > 0 || /[\\/]node_modules[\\/]/.test(found.path);
        return found.external || isPackage ? { path, external: true } : { path: found.path };
      },
    );
  },
};

/** Marks a resolution that a plugin requests from esbuild, so that no plugin intercepts it. */
const NESTED_RESOLVE = Symbol('nested resolve');

/**
 * Returns a pattern that matches every text except `words` and texts that begin with one of `prefixes`. esbuild's
 * filters are Go patterns without lookahead, and every import that matches a plugin's filter costs a round trip to this
 * process. No two words or prefixes may start with the same letter.
 */
export function matchAllExcept({
  words = [],
  prefixes = [],
}: {
  readonly words?: readonly string[];
  readonly prefixes?: readonly string[];
}): RegExp {
  const all = [...words, ...prefixes];
  const firsts = all.map((word) => word.slice(0, 1));
  if (new Set(firsts).size < firsts.length)
    throw new TypeError('Two of the words start with the same letter.');
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

/** Makes esbuild load the TypeScript beside these compiled modules (absolute), as the rest of a build does. */
export function sourcesPlugin(compiled: ReadonlySet<string>): Plugin {
  const names = [...compiled].map((path) => escapePattern(basename(path)));
  return {
    name: 'sources',
    setup(build) {
      if (names.length === 0) return;
      build.onResolve(
        { filter: new RegExp(`(?:^|/)(?:${names.join('|')})$`) },
        async ({ path, ...options }) => {
          if (options.pluginData !== undefined) return undefined;
          const found = await build.resolve(path, { ...options, pluginData: NESTED_RESOLVE });
          const module = toPosix(found.path);
          return compiled.has(module) ? { path: findSource(module) ?? module } : undefined;
        },
      );
    },
  };
}

/** Whether an absolute path is compiled JavaScript beside its source. */
export function isCompiled(path: string): boolean {
  return /\.[cm]?jsx?$/.test(path) && !path.includes('/node_modules/') && findSource(path) !== path;
}

function findSource(path: string): string | undefined {
  return listCandidates(path, `./${basename(path)}`).find((each) => existsSync(each));
}

/** Escapes a text for use in a pattern. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
