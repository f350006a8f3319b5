import { posix } from 'node:path';

/** The files that a relative import may mean, the first that is there: TypeScript writes `./x.js` for `./x.ts`. */
export function listCandidates(importer: string, specifier: string): readonly string[] {
  const path = posix.resolve(posix.dirname(importer), specifier);
  const written = /\.(js|mjs|cjs|jsx)$/.exec(path);
  const sources = written ? [path.slice(0, -written[0].length) + written[0].replace('js', 'ts')] : [];
  if (written?.[0] === '.js') sources.push(`${path.slice(0, -3)}.tsx`);
  if (/\.(ts|tsx|mts|cts|js|mjs|cjs|jsx|json)$/.test(path)) return [...sources, path];
  return [`${path}.ts`, `${path}.tsx`, `${path}.js`, `${path}.json`, `${path}/index.ts`, `${path}/index.js`];
}
