import { existsSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ResolveResult, ResolverFactory } from 'oxc-resolver';
import { toPosix } from '../relative-path.js';

/** The target of an import. Paths are absolute with `/`. */
export type ImportTarget =
  /** A module of the project's own, which is evaluated here. */
  | { readonly kind: 'module'; readonly path: string }
  | { readonly kind: 'json'; readonly path: string }
  /** A package or a built-in module, which Node loads. */
  | { readonly kind: 'package'; readonly url: string }
  | MissingImport;

export interface MissingImport {
  readonly kind: 'missing';
  readonly reason: string;
  /** Whether it does not exist, rather than being something that no module can import. */
  readonly isAbsent: boolean;
  /** The tsconfig.json whose paths cannot be read, and the 1-based location of its error. */
  readonly tsconfig?: { readonly path: string; readonly line: number; readonly column: number };
  /** The missing configuration that a tsconfig.json extends, which may define the paths. */
  readonly missingBase?: string;
}

const SOURCE = /\.[cm]?[jt]sx?$/;

/**
 * Resolves imports by the rules of Node and TypeScript and the `paths` of the nearest `tsconfig.json`. The files that
 * it includes do not matter, as they do not on the server.
 */
export class ImportResolver {
  /** Resolves packages to their real paths, so that each is loaded once. */
  readonly #packages = new ResolverFactory(PACKAGES);
  /** Resolves the project's own files without following links. */
  readonly #files = this.#packages.cloneWithOptions({ ...OPTIONS, symlinks: false });
  /** Resolvers with the paths of a configuration, by its path. */
  readonly #paths = new Map<string | null, ResolverFactory>();
  /** The nearest configuration, by folder. */
  readonly #configs = new Map<string, string | null>();
  /** Resolved packages, by folder and specifier. */
  readonly #known = new Map<string, ImportTarget>();

  resolve(importer: string, specifier: string): ImportTarget {
    if (specifier.startsWith('node:') || builtinModules.includes(specifier)) {
      return { kind: 'package', url: specifier.startsWith('node:') ? specifier : `node:${specifier}` };
    }
    if (isFile(specifier)) return this.#resolveFile(importer, specifier);
    const key = `${dirname(importer)}\0${specifier}`;
    const target = this.#known.get(key) ?? this.#resolvePackage(importer, specifier);
    this.#known.set(key, target);
    return target;
  }

  #resolveFile(importer: string, specifier: string): ImportTarget {
    const { path, error } = this.#files.resolveFileSync(importer, specifier.replace(/[?#].*$/, ''));
    return path === undefined ? missing(specifier, error) : classifyFile(path);
  }

  #resolvePackage(importer: string, specifier: string): ImportTarget {
    // `procgen` and `zod` are packages, wherever they are linked from.
    const isPackage = /^(procgen|zod)(\/|$)/.test(specifier);
    const { path, error } = isPackage ? {} : this.#resolveByPaths(importer, specifier);
    if (path !== undefined && !toPosix(path).includes('/node_modules/') && !isDeclarations(path)) {
      return classifyFile(path);
    }
    // Node does not know TypeScript, whose sources may be next to the compiled package.
    const installed = this.#packages.resolveFileSync(importer, specifier);
    const found = installed.path ?? path;
    if (found === undefined) return missing(specifier, error ?? installed.error);
    return { kind: 'package', url: pathToFileURL(found).href };
  }

  #resolveByPaths(importer: string, specifier: string): ResolveResult {
    const found = this.#resolverOf(this.#findConfig(dirname(importer))).resolveFileSync(importer, specifier);
    // The configuration extends one that is not installed.
    if (!found.error || !MISSING_BASE.test(found.error)) return found;
    const { path } = this.#resolverOf(null).resolveFileSync(importer, specifier);
    return path === undefined ? found : { path };
  }

  #resolverOf(configFile: string | null): ResolverFactory {
    const known = this.#paths.get(configFile);
    if (known) return known;
    const options = configFile === null ? OPTIONS : { ...OPTIONS, tsconfig: { configFile } };
    const resolver = new ResolverFactory(options);
    this.#paths.set(configFile, resolver);
    return resolver;
  }

  #findConfig(folder: string): string | null {
    const known = this.#configs.get(folder);
    if (known !== undefined) return known;
    const own = ['tsconfig.json', 'jsconfig.json'].map((name) => join(folder, name)).find(existsSync);
    const above = dirname(folder);
    const config = own ?? (above === folder ? null : this.#findConfig(above));
    this.#configs.set(folder, config);
    return config;
  }
}

const PACKAGES = {
  extensions: ['.js', '.json', '.node'],
  conditionNames: ['node', 'import', 'default'],
  mainFields: ['main'],
};

const OPTIONS = {
  ...PACKAGES,
  extensions: ['.ts', '.tsx', '.js', '.jsx', '.json'],
  extensionAlias: {
    '.js': ['.ts', '.tsx', '.js'],
    '.mjs': ['.mts', '.mjs'],
    '.cjs': ['.cts', '.cjs'],
    '.jsx': ['.tsx', '.jsx'],
  },
};

function isDeclarations(path: string): boolean {
  return /\.d\.[cm]?ts$/.test(path);
}

function isFile(specifier: string): boolean {
  return /^(?:\.{0,2}\/|\.{1,2}$|[a-zA-Z]:[\\/])/.test(specifier);
}

function classifyFile(path: string): ImportTarget {
  const posix = toPosix(path);
  if (posix.endsWith('.json')) return { kind: 'json', path: posix };
  if (SOURCE.test(posix)) return { kind: 'module', path: posix };
  const reason = `${JSON.stringify(posix)} is no module of JavaScript or TypeScript.`;
  return { kind: 'missing', reason, isAbsent: false };
}

function missing(specifier: string, error = ''): MissingImport {
  const [, missingBase] = MISSING_BASE.exec(error) ?? [];
  if (missingBase !== undefined || error === '' || ABSENT.test(error)) {
    const reason = `Cannot find ${JSON.stringify(specifier)}.`;
    return { kind: 'missing', reason, isAbsent: true, ...(missingBase !== undefined && { missingBase }) };
  }
  const [, circular, broken, jsonError, line, column] = TSCONFIG_ERROR.exec(error) ?? [];
  const quotedPath = circular ?? broken;
  if (quotedPath === undefined) return { kind: 'missing', reason: error, isAbsent: false };
  const tsconfig = {
    path: toPosix(JSON.parse(quotedPath)),
    line: Number(line ?? 1),
    column: Math.max(1, Number(column ?? 1)),
  };
  return { kind: 'missing', reason: jsonError ?? 'it extends itself', isAbsent: false, tsconfig };
}

const ABSENT = /^(?:Cannot find module|Package path|Module not found)|is not exported under/;

/** Messages of oxc-resolver about configurations and manifests. */
const MISSING_BASE = /^Tsconfig not found (.*)$/;
const TSCONFIG_ERROR =
  /^(?:Tsconfig extends configs circularly: (".*?")|(?:Failed to load tsconfig .*)?JSONError \{ path: (".*?"), message: "(.*) at line \d+ column \d+", line: (\d+), column: (\d+))/;

/** Lists the files that a relative import may mean, in order of preference: TypeScript writes `./x.js` for `./x.ts`. */
export function listCandidates(importer: string, specifier: string): readonly string[] {
  const path = posix.resolve(posix.dirname(importer), specifier);
  const written = /\.(js|mjs|cjs|jsx)$/.exec(path);
  const sources = written ? [path.slice(0, -written[0].length) + written[0].replace('js', 'ts')] : [];
  if (written?.[0] === '.js') sources.push(`${path.slice(0, -3)}.tsx`);
  if (/\.(ts|tsx|mts|cts|js|mjs|cjs|jsx|json)$/.test(path)) return [...sources, path];
  return [`${path}.ts`, `${path}.tsx`, `${path}.js`, `${path}.json`, `${path}/index.ts`, `${path}/index.js`];
}
