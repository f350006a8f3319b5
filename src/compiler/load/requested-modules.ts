import { posix } from 'node:path';
import type { Message, Metafile } from 'esbuild';
import { makeTable } from '../make-table.js';
import { relativeTo, type SourceCache } from '../read/source-cache.js';
import type { ImportRequest } from './import-request.js';
import { type FindUrl, InlinedModules, type MadeFiles, type RunBatch } from './inlined-modules.js';
import { listLeadingToCircles } from './list-circular.js';

/** What the bundler asks for: a module of the project's, by its absolute path, or a text that leads to one. */
export type RequestedModule = { readonly path: string } | { readonly contents: string };

/** Short: the bundler prints no more than 65 characters of such a name. */
const ENTRY = 'data:text/javascript,procgen-entry-';

export interface RequestedOptions {
  readonly root: string;
  readonly sources: SourceCache;
  /** Whether a file, by its place, is inlined if it can be; otherwise it is a module of its own. */
  readonly mayInline: (index: number) => boolean;
  readonly made: MadeFiles;
  readonly run?: RunBatch | undefined;
}

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
  readonly #inlined: InlinedModules;
  /** Of the files that are entries themselves. */
  readonly #whole = new Set<number>();
  /** Of those the ones that others import. */
  readonly #imported = new Set<number>();

  constructor(requests: readonly ImportRequest[], { root, sources, mayInline, ...early }: RequestedOptions) {
    this.#requests = requests;
    this.#sources = sources;
    this.#root = root;
    this.#indexes = new Map(requests.map(({ path }, index) => [path, index]));
    const files = requests.map((request, index) => ({
      path: request.path,
      url: `${ENTRY}${index}`,
      digest: request.digest,
      mayInline: async () => mayInline(index) && (await this.#listWhole(index, request)) !== null,
    }));
    this.#inlined = new InlinedModules(files, sources, early);
  }

  /** `files`, functions in the order of the requests: each gives what its file exports, or a promise of it. */
  print(): string {
    return this.#inlined.print();
  }

  async findBatch(
    url: string,
    findUrl: FindUrl,
  ): Promise<{ readonly contents: string; readonly resolveDir: string }> {
    return { contents: await this.#inlined.printBatch(url, findUrl), resolveDir: this.#root };
  }

  isInlined(index: number): boolean {
    return this.#inlined.has(index);
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

  /**
   * The places of files that were inlined, and should not have been: others import them, and they are there twice; or they lead to
   * modules that import each other in a circle, of which the first to be asked for is run last, and inlined files ask first.
   */
  listMisplaced({ inputs }: Metafile): readonly number[] {
    const links = makeTable(
      Object.entries(inputs).map(([name, { imports }]) => [name, imports.map(({ path }) => path)]),
    );
    const leading = listLeadingToCircles(links);
    const isMisplaced = (index: number) =>
      this.#imported.has(index) || leading.has(posix.relative(this.#root, this.#requests[index]?.path ?? ''));
    return [...this.#inlined.entries()].map(([index]) => index).filter(isMisplaced);
  }

  /** Where others find a module that they import: one that is requested is there once. */
  async place(path: string): Promise<{ readonly path: string; readonly namespace?: string }> {
    const index = this.#indexes.get(path);
    const request = index === undefined ? undefined : this.#requests[index];
    if (index === undefined || !request || (await this.#listWhole(index, request)) === null) return { path };
    this.#imported.add(index);
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
    const modules = Object.entries(inputs).filter(([name]) => !OURS.test(name));
    const named = modules.map(([name, input]): [string, Metafile['inputs'][string]] => [
      this.nameOf(name),
      { ...input, imports: input.imports.map((each) => ({ ...each, path: this.nameOf(each.path) })) },
    ]);
    const nameOf = (path: string) => posix.relative(this.#root, path);
    for (const [index, imports] of this.#inlined.entries()) {
      const found = imports.map((path) => ({ path: nameOf(path), kind: 'import-statement' as const }));
      named.push([nameOf(this.#requests[index]?.path ?? ''), { bytes: 0, imports: found }]);
    }
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

/** What of a bundle is no module of the project's. */
const OURS = new RegExp(
  `^(?:${RequestedModules.doors}:|(?:<|dataurl:)?${InlinedModules.batches.source.slice(1)})`,
);

function printExports(names: readonly string[], from: string): string {
  if (names.length === 0) return 'export {};';
  return `export {${names.map((name) => JSON.stringify(name)).join(',')}} from ${JSON.stringify(from)};`;
}
