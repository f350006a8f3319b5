import type { Message, OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from 'esbuild';
import type { SourceModules } from '../parse/source-modules.js';
import { matchOthers } from './match-others.js';

export interface ProjectModulesOptions {
  readonly sources: SourceModules;
  /** The text a module of the project's is bundled as; null leaves it to the bundler. */
  readonly transform: (path: string) => Promise<string | null>;
  /** What the bundler is to ask for; everything when absent. */
  readonly asked?: AskedModules | undefined;
  /** Told whenever the bundler asks for something: an import of that module's, or else a module. */
  readonly onQuestion?: ((importer?: string) => void) | undefined;
}

/** By what an import says, and by the path of a module. */
export interface AskedModules {
  readonly imports: RegExp;
  readonly modules: RegExp;
}

/** Resolves as the project does: its own modules are bundled, packages stay outside, as the source names them. */
export function projectModules({
  sources,
  transform,
  asked = ASKED,
  onQuestion = () => {},
}: ProjectModulesOptions): Plugin {
  return {
    name: 'project-modules',
    setup(build) {
      const resolver = new Resolver(build, sources);
      build.onResolve({ filter: asked.imports }, (args) => {
        onQuestion(args.importer);
        return args.pluginData === RESOLVING || args.kind === 'entry-point'
          ? undefined
          : resolver.resolve(args);
      });
      build.onLoad({ filter: asked.modules, namespace: 'file' }, async ({ path }) => {
        onQuestion();
        const contents = await transform(toPosix(path));
        return contents === null ? undefined : { contents, loader: loaderOf(path) };
      });
    },
  };
}

function loaderOf(path: string): 'json' | 'ts' | 'tsx' {
  return path.endsWith('.json') ? 'json' : path.endsWith('x') ? 'tsx' : 'ts';
}

/** Imported as it is, without a question to this process for every import of it. */
export const WITHOUT_QUESTION = ['procgen', 'zod', 'node:*'];

const ASKED: AskedModules = {
  imports: matchOthers({ words: ['procgen', 'zod'], prefixes: ['node:'] }),
  modules: /\.[cm]?[jt]sx?$/,
};

type PackageImport = Pick<OnResolveArgs, 'path' | 'importer' | 'resolveDir' | 'kind'>;

class Resolver {
  readonly #build: PluginBuild;
  readonly #sources: SourceModules;
  /** A folder's files import the same packages: each is looked up once a folder. */
  readonly #packages = new Map<string, Promise<OnResolveResult>>();

  constructor(build: PluginBuild, sources: SourceModules) {
    this.#build = build;
    this.#sources = sources;
  }

  async resolve({ path: specifier, importer, resolveDir, kind }: OnResolveArgs): Promise<OnResolveResult> {
    const asked = { path: specifier, importer, resolveDir, kind };
    if (!isFile(specifier)) return this.#findPackage(asked);
    const path = this.#sources.resolve(toPosix(importer), specifier);
    return path === null ? this.#lookUp(asked) : { path };
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
    if (fault) return refuse(path, fault);
    if (found.external) return { path: found.path, external: true };
    return isOwn(path, found.path) ? { path: found.path } : { path, external: true };
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
  return fault.text.startsWith('Could not resolve')
    ? `Cannot find ${JSON.stringify(path)}.`
    : printFault(fault);
}

const RESOLVING = Symbol('resolving');

/** Packages stay outside the bundle; `procgen` and `zod` always, wherever they were linked from. */
function isOwn(specifier: string, path: string): boolean {
  return !/^(procgen|zod)(\/|$)/.test(specifier) && !toPosix(path).includes('/node_modules/');
}

/** What the bundler says of a file that is not the project's own code, such as a tsconfig it cannot read. */
function printFault({ text, location }: Message): string {
  return location ? `${text} (${location.file}:${location.line})` : text;
}

export function toPosix(path: string): string {
  return path.replaceAll('\\', '/');
}
