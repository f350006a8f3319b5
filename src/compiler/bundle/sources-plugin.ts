import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Plugin } from 'esbuild';
import { listCandidates } from '../parse/resolve-import.js';

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
        const module = found.path.replaceAll('\\', '/');
        return compiled.has(module) ? { path: findSource(module) ?? module } : undefined;
      });
    },
  };
}

/** What tells an import that a plugin asks esbuild about. */
const ASKED = Symbol('asked');

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
