import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Plugin } from 'esbuild';
import { listCandidates } from '../parse/list-candidates.js';
import { escapePattern } from './escape-pattern.js';

/** Has esbuild take the TypeScript beside these modules, absolute, as TypeScript and the rest of a build do: it prefers what an import says. */
export function sourcesPlugin(compiled: ReadonlySet<string>): Plugin {
  const names = [...compiled].map((path) => escapePattern(basename(path)));
  return {
    name: 'sources',
    setup(build) {
      if (names.length === 0) return;
      build.onResolve({ filter: new RegExp(`^\\..*/(?:${names.join('|')})$`) }, ({ path, importer }) => {
        const found = listCandidates(importer.replaceAll('\\', '/'), path).find((each) => existsSync(each));
        return found === undefined ? undefined : { path: found };
      });
    },
  };
}

/** Whether a module, absolute, is JavaScript beside its source. */
export function isCompiled(path: string): boolean {
  if (!/\.[cm]?jsx?$/.test(path) || path.includes('/node_modules/')) return false;
  return listCandidates(path, `./${basename(path)}`).find((each) => existsSync(each)) !== path;
}
