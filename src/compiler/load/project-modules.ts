import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Message, OnLoadResult, OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from 'esbuild';
import type { SourceCache } from '../read/source-cache.js';
import { type FindUrl, InlinedModules } from './inlined-modules.js';
import { matchOthers } from './match-others.js';
import { RequestedModules } from './requested-modules.js';

export interface ProjectModulesOptions {
  readonly sources: SourceCache;
  /**
   * The text a module of the project's is bundled as; null leaves it to the bundler. `urlOf` gives the URL of a package
   * that stays outside, as the module's own import of it leads there, and null where it leads nowhere.
   */
  readonly transform: (
    path: string,
    urlOf: (specifier: string) => Promise<string | null>,
  ) => Promise<string | ThrowingModule | null>;
  /** Whether the project's own modules may be left out when nothing is used of them. */
  readonly hasNoSideEffects: boolean;
  /** How an import of a package is written in the bundle: by its URL, to be run now, or as the source says it. */
  readonly packages: 'url' | 'specifier';
  /** Packages, by URL, whose import fails, with what they threw. */
  readonly failing: ReadonlyMap<string, string>;
  /** The files that the bundle is made for, where they are called by URLs. */
  readonly requested?: RequestedModules;
  /** Told each URL that `urlOf` gives. */
  readonly onUrl?: (url: string) => void;
  /** What the bundler is to ask for; everything when absent. */
  readonly asked?: AskedModules | undefined;
  /** Told whenever the bundler asks for something: an import of that module's, or else a module. */
  readonly onQuestion?: ((importer?: string) => void) | undefined;
}

/** Stands for a module that cannot be had. */
export interface ThrowingModule {
  readonly reason: string;
}

/** By what an import says, and by the path of a module. */
export interface AskedModules {
  readonly imports: RegExp;
  readonly modules: RegExp;
}

/**
 * Resolves as the project does: its own modules are bundled, packages stay outside. In a bundle that is run now, what
 * cannot be found, or fails when it is imported, becomes a module that throws, so that only those who reach it are affected.
 */
export function projectModules(options: ProjectModulesOptions): Plugin {
  const { transform, requested, asked = askForAll(options), onQuestion = () => {} } = options;
  return {
    name: 'project-modules',
    setup(build) {
      const resolver = new Resolver(build, options);
      build.onResolve({ filter: asked.imports }, (args) => {
        onQuestion(args.importer);
        return args.pluginData === RESOLVING || args.kind === 'entry-point'
          ? undefined
          : resolver.resolve(args);
      });
      build.onLoad({ filter: /.*/, namespace: 'throwing' }, ({ path }) => ({
        contents: printThrowingModule(path),
      }));
      const load = async (path: string): Promise<OnLoadResult | undefined> => {
        onQuestion();
        const contents = await transform(toPosix(path), (specifier) => resolver.findUrl(specifier, path));
        if (contents === null) return undefined;
        if (typeof contents === 'string') return { contents, loader: loaderOf(path) };
        return { contents: printThrowingModule(contents.reason), loader: 'js' };
      };
      build.onLoad({ filter: asked.modules, namespace: 'file' }, ({ path }) => load(path));
      if (!requested) return;
      const findUrl: FindUrl = (specifier, path) => resolver.findUrl(specifier, path);
      build.onLoad({ filter: /./, namespace: RequestedModules.doors }, ({ path }) =>
        requested.findDoor(path),
      );
      build.onLoad({ filter: InlinedModules.batches, namespace: 'dataurl' }, async ({ path: url }) => ({
        ...(await requested.findBatch(url, findUrl)),
        loader: 'ts',
      }));
      build.onLoad({ filter: RequestedModules.entries, namespace: 'dataurl' }, async ({ path: url }) => {
        const module = await requested.findEntry(url);
        if ('contents' in module) return module;
        return { ...(await load(module.path)), resolveDir: dirname(module.path) };
      });
    },
  };
}

function loaderOf(path: string): 'json' | 'ts' | 'tsx' {
  return path.endsWith('.json') ? 'json' : path.endsWith('x') ? 'tsx' : 'ts';
}

function askForAll({ packages }: ProjectModulesOptions): AskedModules {
  if (packages === 'specifier') return { imports: NOT_OURS, modules: /\.[cm]?[jt]sx?$/ };
  // Data that does not parse throws as well.
  return { imports: NOT_URLS, modules: /\.(?:[cm]?[jt]sx?|json)$/ };
}

type PackageImport = Pick<OnResolveArgs, 'path' | 'importer' | 'resolveDir' | 'kind'>;

/** Bundles import what `WITHOUT_QUESTION` names as it is, without a question to this process for every import of it. */
const NOT_URLS = matchOthers({ prefixes: ['data:', 'file:'] });
const NOT_OURS = matchOthers({ words: ['procgen', 'zod'], prefixes: ['node:'] });
export const WITHOUT_QUESTION = { url: ['file:*'], specifier: ['procgen', 'zod', 'node:*'] };

class Resolver {
  readonly #build: PluginBuild;
  readonly #options: ProjectModulesOptions;
  readonly #purity: { readonly sideEffects?: false };
  /** A folder's files import the same packages: each is looked up once a folder. */
  readonly #packages = new Map<string, Promise<OnResolveResult>>();

  constructor(build: PluginBuild, options: ProjectModulesOptions) {
    this.#build = build;
    this.#options = options;
    this.#purity = options.hasNoSideEffects ? { sideEffects: false } : {};
  }

  /** The URL of a package for a module that imports it; null when it is none, or cannot be had. */
  async findUrl(specifier: string, importer: string): Promise<string | null> {
    const found = await this.#findPackage({
      path: specifier,
      importer,
      resolveDir: dirname(importer),
      kind: 'import-statement',
    });
    if (!found.external || !found.path?.startsWith('file:')) return null;
    this.#options.onUrl?.(found.path);
    return found.path;
  }

  async resolve({
    path: specifier,
    importer: name,
    resolveDir,
    kind,
  }: OnResolveArgs): Promise<OnResolveResult> {
    const { sources, requested } = this.#options;
    const importer = requested?.pathOf(name) ?? name;
    const asked = { path: specifier, importer, resolveDir, kind };
    if (!isFile(specifier)) return this.#findPackage(asked);
    const path = await sources.resolve(toPosix(importer), specifier);
    return path === null ? this.#lookUp(asked) : this.#place(path);
  }

  async #place(path: string): Promise<OnResolveResult> {
    return { ...((await this.#options.requested?.place(path)) ?? { path }), ...this.#purity };
  }

  #findPackage(args: PackageImport): Promise<OnResolveResult> {
    const key = JSON.stringify([args.resolveDir, args.kind, args.path]);
    const known = this.#packages.get(key) ?? this.#lookUp(args);
    this.#packages.set(key, known);
    return known;
  }

  async #lookUp({ path, importer, resolveDir, kind }: PackageImport): Promise<OnResolveResult> {
    const found = await this.#build.resolve(path, { importer, resolveDir, kind, pluginData: RESOLVING });
    const [fault] = found.errors;
    if (fault) return this.#options.packages === 'url' ? this.#standIn(path, fault) : refuse(path, fault);
    if (found.external) return { path: found.path, external: true, ...this.#purity };
    if (isOwn(path, found.path)) return this.#place(found.path);
    const url = pathToFileURL(found.path).href;
    const reason = this.#options.failing.get(url);
    if (reason !== undefined) return { ...throwing(reason), ...this.#purity };
    return { path: this.#options.packages === 'url' ? url : path, external: true, ...this.#purity };
  }

  /** Here and now the bundle is run, for what can be had of it. */
  #standIn(path: string, fault: Message): OnResolveResult {
    return { ...throwing(describeUnresolved(path, fault)), ...this.#purity };
  }
}

/** The bundle is run elsewhere and later: a package may be there by then, a file of the project's own may not. */
function refuse(path: string, fault: Message): OnResolveResult {
  return isFile(path)
    ? { errors: [{ text: describeUnresolved(path, fault).slice(0, -1) }] }
    : { path, external: true };
}

function isFile(path: string): boolean {
  return /^\.{0,2}\//.test(path);
}

function describeUnresolved(path: string, fault: Message): string {
  return fault.text.startsWith('Could not resolve') ? `Cannot find ${quote(path)}.` : printFault(fault);
}

const RESOLVING = Symbol('resolving');

function throwing(reason: string): OnResolveResult {
  return { path: reason, namespace: 'throwing' };
}

/** Packages stay outside the bundle; `procgen` and `zod` always, wherever they were linked from. */
function isOwn(specifier: string, path: string): boolean {
  return !/^(procgen|zod)(\/|$)/.test(specifier) && !toPosix(path).includes('/node_modules/');
}

/** What the bundler says of a file that is not the project's own code, such as a tsconfig it cannot read. */
function printFault({ text, location }: Message): string {
  return location ? `${text} (${location.file}:${location.line})` : text;
}

function quote(text: string): string {
  return JSON.stringify(text);
}

export function toPosix(path: string): string {
  return path.replaceAll('\\', '/');
}

/** CommonJS, so that any name can be imported from it. */
function printThrowingModule(reason: string): string {
  const error = `Object.assign(new Error(${JSON.stringify(reason)}), { ${BUILD_TIME}: true })`;
  return `module.exports = {}; throw ${error};`;
}

const BUILD_TIME = 'procgenBuildTime';

/** Whether a module's own code threw `error`, and not a module that stands for one that cannot be had. */
export function isRunTime(error: unknown): boolean {
  return !(error instanceof Error && BUILD_TIME in error);
}
