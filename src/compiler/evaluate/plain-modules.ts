import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { compileFunction } from 'node:vm';
import type { ModuleSyntax } from '../parse/module-syntax.js';
import { Pending, UnavailableError } from './pending.js';
import type { ImportResolver, ImportTarget } from './resolve-import.js';

export type Namespace = Readonly<Record<string, unknown>>;

export interface PlainModulesOptions {
  readonly readText: (path: string) => string | null;
  readonly importUrl: (url: string) => Promise<Namespace>;
}

type Loaded = { readonly namespace: Namespace } | { readonly error: UnavailableError };

/** What is loaded whole, each once: packages, which Node imports, and the project's own JSON and CommonJS. */
export class PlainModules {
  readonly #options: PlainModulesOptions;
  readonly #resolver: ImportResolver;
  readonly #packages = new Map<string, Loaded>();
  readonly #loading = new Map<string, Promise<void>>();
  readonly #files = new Map<string, Namespace>();
  /** What CommonJS requires of the project's own. */
  readonly #required = new Map<string, Set<string>>();

  constructor(options: PlainModulesOptions, resolver: ImportResolver) {
    this.#options = options;
    this.#resolver = resolver;
  }

  /** What it exports. Throws a `Pending` until a package is loaded, and then again where that failed. */
  get(target: ImportTarget & { readonly kind: 'module' | 'json' | 'package' }): Namespace {
    if (target.kind === 'json') return this.#loadJson(target.path);
    if (target.kind === 'module') return this.#loadCommonJs(target.path);
    const loaded = this.#packages.get(target.url);
    if (!loaded) throw new Pending(this.#loadPackage(target.url));
    if ('error' in loaded) throw loaded.error;
    return loaded.namespace;
  }

  /** The file, and those of the project's that it requires. */
  listFiles(path: string): readonly string[] {
    const files = new Set([path]);
    for (const file of files) for (const required of this.#required.get(file) ?? []) files.add(required);
    return [...files];
  }

  #loadPackage(url: string): Promise<void> {
    const loading =
      this.#loading.get(url) ??
      this.#options.importUrl(url).then(
        (namespace) => void this.#packages.set(url, { namespace }),
        (thrown) => void this.#packages.set(url, { error: describeFailure(url, thrown) }),
      );
    this.#loading.set(url, loading);
    return loading;
  }

  #loadJson(path: string): Namespace {
    const known = this.#files.get(path);
    if (known) return known;
    const value = JSON.parse(this.#options.readText(path) ?? '');
    const namespace = { ...(Array.isArray(value) ? {} : value), default: value };
    this.#files.set(path, namespace);
    return namespace;
  }

  #loadCommonJs(path: string): Namespace {
    const known = this.#files.get(path);
    if (known) return known;
    const module = { exports: {} as unknown };
    const required = new Set<string>();
    this.#required.set(path, required);
    const require = (specifier: string): unknown => {
      const target = this.#resolver.resolve(path, specifier);
      if (target.kind !== 'module' && target.kind !== 'json') return createRequire(path)(specifier);
      required.add(target.path);
      return this.get(target).default;
    };
    const text = this.#options.readText(path) ?? '';
    const names = ['module', 'exports', 'require', '__filename', '__dirname'];
    // It may require itself in a circle.
    this.#files.set(path, { default: module.exports });
    compileFunction(text, names, { filename: path })(module, module.exports, require, path, dirname(path));
    const { exports } = module;
    const namespace = { ...(typeof exports === 'object' ? exports : {}), default: exports };
    this.#files.set(path, namespace);
    return namespace;
  }
}

/** CommonJS says so by its name; other files are it where they neither import nor export, and speak of `module.exports`. */
export function isCommonJs({ path, text, isModule }: ModuleSyntax): boolean {
  return path.endsWith('.cjs') || (!isModule && /\b(?:module\.exports|exports\.\w|require\()/.test(text));
}

function describeFailure(url: string, thrown: unknown): UnavailableError {
  const name = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(url)?.[1] ?? url;
  const [reason] = (thrown instanceof Error ? thrown.message : String(thrown)).split('\n');
  return new UnavailableError(`The package ${JSON.stringify(name)} failed: ${reason}`);
}
