import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { compileFunction } from 'node:vm';
import type { ModuleSyntax } from '../parse/module-syntax.js';
import type { ImportTarget } from '../parse/resolve-import.js';
import type { SourceModules } from '../parse/source-modules.js';
import { listAncestors } from '../relative-path.js';
import { transformModule } from './compile-code.js';
import { Pending, UnavailableError } from './pending.js';

export type Namespace = Readonly<Record<string, unknown>>;

export interface PlainModulesOptions {
  readonly sources: SourceModules;
  readonly importUrl: (url: string) => Promise<Namespace>;
  /** Returns the exports of a project module that another one requires; null if it is CommonJS. */
  readonly findNamespace: (importer: string, path: string) => object | null;
}

const requireBuiltIn = createRequire(import.meta.url);

type Loaded = { readonly namespace: Namespace } | { readonly error: UnavailableError };

/** Loads modules whole, each once: packages, which Node imports, and the project's own JSON and CommonJS. */
export class PlainModules {
  readonly #options: PlainModulesOptions;
  /** A package, or the promise of it, by URL. */
  readonly #packages = new Map<string, Loaded | Promise<void>>();
  readonly #json = new Map<string, Namespace>();
  readonly #commonJs = new Map<
    string,
    { readonly module: { exports: unknown } } | { readonly error: unknown }
  >();
  /** The JavaScript of files with types, by path. */
  readonly #transformed = new Map<string, string>();
  /** The project's files that a CommonJS module requires. */
  readonly #required = new Map<string, Set<string>>();

  constructor(options: PlainModulesOptions) {
    this.#options = options;
  }

  /** Returns the exports of a target. Throws a `Pending` until a package is loaded, and its error if that fails. */
  get(target: ImportTarget & { readonly kind: 'module' | 'json' | 'package' }, importer: string): Namespace {
    if (target.kind === 'json') return this.#loadJson(target.path);
    if (target.kind === 'module') return this.#describe(this.#loadCommonJs(target.path), importer);
    if (target.url.startsWith('node:')) return loadBuiltIn(target.url);
    const loaded = this.#packages.get(target.url) ?? this.#loadPackage(target.url);
    if (loaded instanceof Promise) throw new Pending(loaded);
    if ('error' in loaded) throw loaded.error;
    return loaded.namespace;
  }

  /** Lists the file and the project's files that it requires. */
  listFiles(path: string): readonly string[] {
    const files = new Set([path]);
    for (const file of files) for (const required of this.#required.get(file) ?? []) files.add(required);
    return [...files];
  }

  #loadPackage(url: string): Promise<void> {
    const loading = this.#options.importUrl(url).then(
      (namespace) => void this.#packages.set(url, { namespace }),
      (thrown) => void this.#packages.set(url, { error: describeFailure(url, thrown) }),
    );
    this.#packages.set(url, loading);
    return loading;
  }

  #loadJson(path: string): Namespace {
    const known = this.#json.get(path);
    if (known) return known;
    const text = (this.#options.sources.readText(path) ?? '').replace(/^\uFEFF/, '');
    const value = parseJson(path, text);
    const namespace = { ...(Array.isArray(value) ? {} : value), default: value };
    this.#json.set(path, namespace);
    return namespace;
  }

  #loadCommonJs(path: string): unknown {
    const known = this.#commonJs.get(path);
    if (known && 'error' in known) throw known.error;
    if (known) return known.module.exports;
    const text = this.#options.sources.readText(path) ?? '';
    const code = /\.[cm]?tsx?$/.test(path) ? this.#transformed.get(path) : text;
    if (code === undefined) throw new Pending(this.#transform(path, text));
    const module = { exports: {} as unknown };
    const names = ['module', 'exports', 'require', '__filename', '__dirname'];
    // Registered before it runs, since it may require itself in a cycle.
    this.#commonJs.set(path, { module });
    try {
      const run = compileFunction(code, names, { filename: path }) as (...args: unknown[]) => void;
      const { exports } = module;
      run.call(exports, module, exports, (from: string) => this.require(path, from), path, dirname(path));
    } catch (error) {
      if (error instanceof Pending) this.#commonJs.delete(path);
      else this.#commonJs.set(path, { error });
      throw error;
    }
    return module.exports;
  }

  async #transform(path: string, text: string): Promise<void> {
    // The engine rejects what esbuild rejects.
    this.#transformed.set(path, await transformModule(text, path).catch(() => text));
  }

  /** Returns what `require` returns in a file. */
  require(path: string, specifier: string): unknown {
    const target = this.#options.sources.resolveImport(path, specifier);
    if (target.kind === 'missing') throw new UnavailableError(target.reason);
    // The bundle of the server is an ES module, which has no `require`.
    if (target.kind === 'package') {
      throw new UnavailableError(
        `A server cannot require ${JSON.stringify(specifier)}: import it, in an ES module.`,
      );
    }
    const required = this.#required.get(path) ?? new Set();
    this.#required.set(path, required.add(target.path));
    if (target.kind === 'json') return this.#loadJson(target.path).default;
    return this.#options.findNamespace(path, target.path) ?? this.#loadCommonJs(target.path);
  }

  /** Follows esbuild: for an importer that Node treats as ESM, the default export is all of `module.exports`. */
  #describe(exports: unknown, importer: string): Namespace {
    const members = Object(exports) === exports ? { ...(exports as Namespace) } : {};
    const isMarked = (exports as { readonly __esModule?: unknown } | null)?.__esModule === true;
    return isMarked && !this.#isNodeModule(importer) ? members : { ...members, default: exports };
  }

  #isNodeModule(importer: string): boolean {
    if (/\.m[jt]s$/.test(importer)) return true;
    for (const folder of listAncestors(dirname(importer))) {
      const text = this.#options.sources.readText(`${folder}/package.json`);
      if (text !== null) return JSON.parse(text).type === 'module';
    }
    return false;
  }
}

function loadBuiltIn(url: string): Namespace {
  const exports = requireBuiltIn(url);
  return { ...exports, default: exports };
}

function parseJson(path: string, text: string) {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const start = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    throw new UnavailableError(message, { location: { path, start, end: start } });
  }
}

/** Whether a module is CommonJS: by its extension, or if it has no import or export and mentions `module.exports`. */
export function isCommonJs({ path, text, isModule }: ModuleSyntax): boolean {
  return path.endsWith('.cjs') || (!isModule && /\b(?:module\.exports|exports\.\w|require\()/.test(text));
}

function describeFailure(url: string, thrown: unknown): UnavailableError {
  const name = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(url)?.[1] ?? url;
  const [reason] = (thrown instanceof Error ? thrown.message : String(thrown)).split('\n');
  return new UnavailableError(`The package ${JSON.stringify(name)} failed: ${reason}`);
}
