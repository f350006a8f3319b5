import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The modules of `src`, such as `cli/main.ts`, that a file of `dist` was made of, by its source map; none of another file. */
export function listOwnModules(url: string): readonly string[] {
  if (!/\/dist\/.*\.js$/.test(url)) return [];
  const map = fileURLToPath(`${url}.map`);
  if (!existsSync(map)) return [];
  const { sources } = JSON.parse(readFileSync(map, 'utf8')) as { readonly sources: readonly string[] };
  return sources.map((source) => source.replace(/^.*\/src\//, ''));
}
