import type { Host } from '../host.js';
import type { FindImport, ModuleReader } from './module-reader.js';
import type { ChainPlaces } from './read-chain-places.js';
import type { ReadConfig, ReadModule } from './read-module.js';

/** The project's own modules, each read once a compilation. Paths are absolute with `/`. */
export interface SourceCache {
  /** Null when there is no such file. */
  readText(path: string): Promise<string | null>;
  /** Null when there is no such file. */
  read(path: string): Promise<ReadModule | null>;
  /** Where what the builders of its procedures were told stands, by the procedures' names. */
  readPlaces(path: string): Promise<ReadonlyMap<string, ChainPlaces>>;
  /** Null when there is no such file. */
  readConfig(path: string): Promise<ReadConfig | null>;
  /** The path of the module that `specifier`, a relative one, means in `importer`; null when there is none. */
  resolve(importer: string, specifier: string): Promise<string | null>;
}

export function createSourceCache(host: Host, root: string): SourceCache {
  const texts = new Map<string, Promise<string | null>>();
  const modules = new Map<string, Promise<ReadModule | null>>();
  const readText = (path: string) => remember(texts, path, async () => host.readFile(path));
  const resolve = async (importer: string, specifier: string) => {
    for (const candidate of listCandidates(importer, specifier)) {
      if ((await readText(candidate)) !== null) return candidate;
    }
    return null;
  };
  const find = async (path: string) => {
    const text = await readText(path);
    return text === null ? null : { path, file: relativeTo(root, path), text };
  };
  const reader = openReader(host, async (importer, specifier) => {
    const path = await resolve(importer, specifier);
    return path === null ? null : find(path);
  });
  return {
    readText,
    resolve,
    read: (path) =>
      remember(modules, path, async () => {
        const module = await find(path);
        return module && (await reader()).readModule(module);
      }),
    async readPlaces(path) {
      const module = await find(path);
      return module ? (await reader()).readPlaces(module) : new Map();
    },
    async readConfig(path) {
      const module = await find(path);
      return module && (await reader()).readConfig(module);
    },
  };
}

/** Reads in the host's thread for it, or else in this one, which then has to load TypeScript: once there is something to read. */
export function openReader(host: Host, findImport: FindImport): () => Promise<ModuleReader> {
  let opened: Promise<ModuleReader> | undefined;
  const open = async () => {
    if (host.readerThread) return host.readerThread.openReader(findImport);
    const { createModuleReader } = await import('./module-reader.js');
    return createModuleReader(findImport);
  };
  return () => {
    opened ??= open();
    return opened;
  };
}

/** `path` relative to the project where it lies inside, whole where it does not. */
export function relativeTo(root: string, path: string): string {
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

/** The way back of `relativeTo`. */
export function absolute(root: string, path: string): string {
  return /^([a-zA-Z]:)?\//.test(path) ? path : `${root}/${path}`;
}

/** The files that a relative import may mean, the first that is there: TypeScript writes `./x.js` for `./x.ts`. */
export function listCandidates(importer: string, specifier: string): readonly string[] {
  const path = joinPath(importer, specifier);
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
