import { builtinModules } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ResolverFactory } from 'oxc-resolver';

/** What an import leads to. Paths are absolute with `/`. */
export type ImportTarget =
  /** A module of the project's own, which is evaluated here. */
  | { readonly kind: 'module'; readonly path: string }
  | { readonly kind: 'json'; readonly path: string }
  /** A package, or a module of Node's own, which Node loads. */
  | { readonly kind: 'package'; readonly url: string }
  | { readonly kind: 'missing'; readonly reason: string };

const SOURCE = /\.[cm]?[jt]sx?$/;

/** Finds what imports lead to, as Node, TypeScript and the paths of a `tsconfig.json` say. */
export class ImportResolver {
  /** Packages are where they really lie, so that one is loaded once. */
  readonly #packages = new ResolverFactory(OPTIONS);
  /** The project's own files are where the project says, also behind a link. */
  readonly #files = this.#packages.cloneWithOptions({ ...OPTIONS, symlinks: false });
  /** Of packages, by folder. */
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
    const { path, error } = this.#files.resolveFileSync(importer, specifier);
    return path === undefined ? missing(specifier, error) : placeFile(path);
  }

  #resolvePackage(importer: string, specifier: string): ImportTarget {
    const { path, error } = this.#packages.resolveFileSync(importer, specifier);
    if (path === undefined) return missing(specifier, error);
    // `procgen` and `zod` are packages wherever they were linked from.
    const isOwn = !/^(procgen|zod)(\/|$)/.test(specifier) && !toPosix(path).includes('/node_modules/');
    return isOwn ? placeFile(path) : { kind: 'package', url: pathToFileURL(path).href };
  }
}

const OPTIONS = {
  extensions: ['.ts', '.tsx', '.js', '.json'],
  conditionNames: ['node', 'import', 'default'],
  mainFields: ['main'],
  tsconfig: 'auto' as const,
  extensionAlias: {
    '.js': ['.ts', '.tsx', '.js'],
    '.mjs': ['.mts', '.mjs'],
    '.cjs': ['.cts', '.cjs'],
    '.jsx': ['.tsx', '.jsx'],
  },
};

function isFile(specifier: string): boolean {
  return /^(?:\.{0,2}\/|\.{1,2}$|[a-zA-Z]:[\\/])/.test(specifier);
}

function placeFile(path: string): ImportTarget {
  const posix = toPosix(path);
  if (posix.endsWith('.json')) return { kind: 'json', path: posix };
  if (SOURCE.test(posix)) return { kind: 'module', path: posix };
  return { kind: 'missing', reason: `${JSON.stringify(posix)} is no module of JavaScript or TypeScript.` };
}

function missing(specifier: string, error = ''): ImportTarget {
  const isAbsent = /^(?:Cannot find module|Package path|Module not found)/.test(error) || error === '';
  return { kind: 'missing', reason: isAbsent ? `Cannot find ${JSON.stringify(specifier)}.` : error };
}

function toPosix(path: string): string {
  return path.replaceAll('\\', '/');
}
