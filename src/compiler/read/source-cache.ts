import type { Host } from '../host.js';
import { type ParsedSource, parseSource } from './parse-source.js';

/** The project's own modules, each read and parsed once a compilation. Paths are absolute with `/`. */
export interface SourceCache {
  /** Null when there is no such file. */
  readText(path: string): Promise<string | null>;
  /** Null when there is no such file. */
  read(path: string): Promise<ParsedSource | null>;
  /** The path of the module that `specifier`, a relative one, means in `importer`; null when there is none. */
  resolve(importer: string, specifier: string): Promise<string | null>;
}

export function createSourceCache(host: Host, root: string): SourceCache {
  const texts = new Map<string, Promise<string | null>>();
  const sources = new Map<string, Promise<ParsedSource | null>>();
  const readText = (path: string) => remember(texts, path, () => host.readFile(path));
  return {
    readText,
    read: (path) =>
      remember(sources, path, async () => {
        const text = await readText(path);
        return text === null ? null : parseSource(relativeTo(root, path), text);
      }),
    resolve: async (importer, specifier) => {
      for (const candidate of listCandidates(joinPath(importer, specifier))) {
        if ((await readText(candidate)) !== null) return candidate;
      }
      return null;
    },
  };
}

/** `path` relative to the project where it lies inside, whole where it does not. */
export function relativeTo(root: string, path: string): string {
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

/** The files an import may mean: TypeScript writes `./x.js` for `./x.ts`. */
function listCandidates(path: string): string[] {
  const written = /\.(js|mjs|cjs|jsx)$/.exec(path);
  const sources = written ? [path.slice(0, -written[0].length) + written[0].replace('js', 'ts')] : [];
  if (written?.[0] === '.js') sources.push(`${path.slice(0, -3)}.tsx`);
  if (/\.(ts|tsx|mts|cts|js|mjs|cjs|jsx|json)$/.test(path)) return [...sources, path];
  return [`${path}.ts`, `${path}.tsx`, `${path}.js`, `${path}.json`, `${path}/index.ts`, `${path}/index.js`];
}

function joinPath(importer: string, specifier: string): string {
  if (specifier.startsWith('/')) return specifier;
  const parts = importer.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

function remember<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const before = known.get(key);
  if (before) return before;
  const made = make();
  known.set(key, made);
  return made;
}
