import type { Message, Metafile } from 'esbuild';
import { relativeTo, type SourceCache } from '../read/source-cache.js';

/** What to import of one file: the named exports only, so that the rest of it can fall away. */
export interface ImportRequest {
  /** Absolute, with `/`. */
  readonly path: string;
  /** Asked for while the bundler works on other files already. */
  readonly listExports: () => Promise<readonly string[]>;
}

/** What the bundler asks for by one of these URLs: a module of the project's, by its absolute path, or a text that leads to one. */
export type RequestedModule = { readonly path: string } | { readonly contents: string };

/** Short: the bundler prints no more than 65 characters of such a name. */
const [ENTRY, FILE] = ['data:text/javascript,procgen-entry-', 'data:text/javascript,procgen-file-'];

/**
 * The files that a bundle is made for. In it they are called by data URLs, which the bundler finds without a question to this process:
 * to ask is most of what it costs. A file that exports nothing but what is requested is its own entry; any other has an
 * entry before it, which exports that and nothing else.
 */
export class RequestedModules {
  static readonly filter = new RegExp(`^(?:${ENTRY}|${FILE})`);

  readonly #requests: readonly ImportRequest[];
  readonly #sources: SourceCache;
  readonly #root: string;
  readonly #indexes: ReadonlyMap<string, number>;
  /** Of the files that are entries themselves. */
  readonly #whole = new Set<number>();

  constructor(requests: readonly ImportRequest[], sources: SourceCache, root: string) {
    this.#requests = requests;
    this.#sources = sources;
    this.#root = root;
    this.#indexes = new Map(requests.map(({ path }, index) => [path, index]));
  }

  /** A lazy import for each: `files`, functions in their order. */
  print(): string {
    const entries = this.#requests.map((_, index) => `  () => import("${ENTRY}${index}"),\n`);
    return `export const files = [\n${entries.join('')}];`;
  }

  async find(url: string): Promise<RequestedModule> {
    const index = indexOf(url);
    const request = this.#requests[index];
    if (!request) return { contents: '' };
    const { path } = request;
    if (url.startsWith(FILE) || (await this.#isWhole(index, request))) return { path };
    const names = (await request.listExports()).map((name) => JSON.stringify(name));
    return {
      contents: names.length === 0 ? 'export {};' : `export {${names.join(',')}} from "${FILE}${index}";`,
    };
  }

  /** Where a module stands that others import: one that is requested is there once. */
  async place(path: string): Promise<{ readonly path: string; readonly namespace?: string }> {
    const index = this.#indexes.get(path);
    const request = index === undefined ? undefined : this.#requests[index];
    if (index === undefined || !request) return { path };
    const isWhole = await this.#isWhole(index, request);
    return { path: `${isWhole ? ENTRY : FILE}${index}`, namespace: 'dataurl' };
  }

  /** The path of a module that imports. */
  pathOf(importer: string): string {
    return RequestedModules.filter.test(importer)
      ? (this.#requests[indexOf(importer)]?.path ?? importer)
      : importer;
  }

  /** The path, relative to the project, of a module that the bundler calls so; another name stays as it is. */
  nameOf(name: string): string {
    const [, kind, index] =
      /^(?:<|dataurl:)data:text\/javascript,procgen-(entry|file)-(\d+)>?$/.exec(name) ?? [];
    if (index === undefined || (kind === 'entry' && !this.#whole.has(Number(index)))) return name;
    return relativeTo(this.#root, this.#requests[Number(index)]?.path ?? name);
  }

  /** What the bundler tells, by the paths of modules. */
  rename({ inputs, outputs }: Metafile): Metafile {
    const named = Object.entries(inputs).map(([name, input]) => [
      this.nameOf(name),
      { ...input, imports: input.imports.map((each) => ({ ...each, path: this.nameOf(each.path) })) },
    ]);
    return { inputs: Object.fromEntries(named), outputs };
  }

  renameFaults(faults: readonly Message[]): readonly Message[] {
    return faults.map((fault) => {
      const { location } = fault;
      return location ? { ...fault, location: { ...location, file: this.nameOf(location.file) } } : fault;
    });
  }

  async #isWhole(index: number, { path, listExports }: ImportRequest): Promise<boolean> {
    const names = new Set(await listExports());
    const exported = names.size === 0 ? null : (await this.#sources.read(path))?.exports;
    const isWhole = exported?.every((name) => names.has(name)) ?? false;
    if (isWhole) this.#whole.add(index);
    return isWhole;
  }
}

function indexOf(url: string): number {
  return Number(url.slice(url.lastIndexOf('-') + 1));
}
