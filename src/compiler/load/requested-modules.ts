import type { Message, Metafile } from 'esbuild';
import { relativeTo, type SourceCache } from '../read/source-cache.js';

/** What to import of one file: the named exports only, so that the rest of it can fall away. */
export interface ImportRequest {
  /** Absolute, with `/`. */
  readonly path: string;
  /** Asked for while the bundler works on other files already. */
  readonly listExports: () => Promise<readonly string[]>;
}

/** What the bundler asks for: a module of the project's, by its absolute path, or a text that leads to one. */
export type RequestedModule = { readonly path: string } | { readonly contents: string };

/** Short: the bundler prints no more than 65 characters of such a name. */
const ENTRY = 'data:text/javascript,procgen-entry-';

/**
 * The files that a bundle is made for. In it they are called by data URLs, which the bundler finds without a question to this process:
 * to ask is most of what it costs. A file that exports nothing but what is requested is its own entry; any other has an
 * entry before it, which exports that and nothing else.
 */
export class RequestedModules {
  static readonly entries = new RegExp(`^${ENTRY}`);
  /** Where doors stand: what leads others to a file that is its own entry, and may be left out where nothing is used of it. */
  static readonly doors = 'door';

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

  async findEntry(url: string): Promise<RequestedModule> {
    const index = Number(url.slice(ENTRY.length));
    const request = this.#requests[index];
    if (!request) return { contents: '' };
    const { path, listExports } = request;
    if ((await this.#listWhole(index, request)) !== null) return { path };
    return { contents: printExports(await listExports(), path) };
  }

  async findDoor(index: string): Promise<{ readonly contents: string }> {
    const request = this.#requests[Number(index)];
    const names = request && (await this.#listWhole(Number(index), request));
    return { contents: printExports(names ?? [], `${ENTRY}${index}`) };
  }

  /** Where others find a module that they import: one that is requested is there once. */
  async place(path: string): Promise<{ readonly path: string; readonly namespace?: string }> {
    const index = this.#indexes.get(path);
    const request = index === undefined ? undefined : this.#requests[index];
    if (index === undefined || !request || (await this.#listWhole(index, request)) === null) return { path };
    return { path: String(index), namespace: RequestedModules.doors };
  }

  /** The path of a module that imports. */
  pathOf(importer: string): string {
    if (!RequestedModules.entries.test(importer)) return importer;
    return this.#requests[Number(importer.slice(ENTRY.length))]?.path ?? importer;
  }

  /** The path, relative to the project, of a module that the bundler calls so; another name stays as it is. */
  nameOf(name: string): string {
    const index = Number(CALLED.exec(name)?.[1] ?? Number.NaN);
    if (!this.#whole.has(index)) return name;
    return relativeTo(this.#root, this.#requests[index]?.path ?? name);
  }

  /** What the bundler tells, by the paths of modules. */
  rename({ inputs, outputs }: Metafile): Metafile {
    const modules = Object.entries(inputs).filter(([name]) => !name.startsWith(`${RequestedModules.doors}:`));
    const named = modules.map(([name, input]) => [
      this.nameOf(name),
      { ...input, imports: input.imports.map((each) => ({ ...each, path: this.nameOf(each.path) })) },
    ]);
    return { inputs: Object.fromEntries(named), outputs };
  }

  renameFaults(faults: readonly Message[]): readonly Message[] {
    return faults.map(({ text, location, ...fault }) => ({
      ...fault,
      text: text.replace(/"([^"]+)"/g, (_, name: string) => `"${this.nameOf(name)}"`),
      location: location && { ...location, file: this.nameOf(location.file) },
    }));
  }

  /** What a file exports that is its own entry; null of any other. */
  async #listWhole(index: number, { path, listExports }: ImportRequest): Promise<readonly string[] | null> {
    const names = new Set(await listExports());
    const exported = names.size === 0 ? null : (await this.#sources.read(path))?.exports;
    if (!exported?.every((name) => names.has(name))) return null;
    this.#whole.add(index);
    return exported;
  }
}

/** How the bundler calls an entry, in what it tells and in a source map, and a door. */
const CALLED = new RegExp(`^(?:(?:<|dataurl:)${ENTRY}|${RequestedModules.doors}:)(\\d+)>?$`);

function printExports(names: readonly string[], from: string): string {
  if (names.length === 0) return 'export {};';
  return `export {${names.map((name) => JSON.stringify(name)).join(',')}} from ${JSON.stringify(from)};`;
}
