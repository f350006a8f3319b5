import type { SourceCache } from '../read/source-cache.js';
import type { Exports, ImportRequest } from './import-request.js';
import { type MadeBatch, type PlacedModule, printFiles, printMade } from './print-batch.js';

/** Gives the URL of a package for the module of that path; null where there is none. */
export type FindUrl = (specifier: string, path: string) => Promise<string | null>;

/** A file by its absolute path, and what it is called as a module. */
export interface BatchedFile {
  readonly path: string;
  readonly url: string;
  /** Whether it exports nothing but what is requested of it, and may be inlined. */
  readonly mayInline: () => Promise<boolean>;
  readonly digest?: ImportRequest['digest'] | undefined;
}

/** What is kept of files that have run already, by their index. */
export type MadeFiles = Map<number, Promise<MadeFile>>;

export interface MadeFile<Digest = unknown> {
  /** What it exports; null where a digest was made of that. */
  readonly values: Exports | null;
  readonly digest?: Digest;
}

/** Runs a batch: what each of its files exports. */
export type RunBatch = (batch: MadeBatch) => Promise<readonly object[]>;

const BATCH = 'data:text/javascript,procgen-batch-';

/** So many files are a batch: enough to be little work, few enough that the bundler begins before all are read. */
const BATCH_SIZE = 64;

/**
 * The files that a bundle is made for, in batches: modules that export `files`, a function for each. Of what can be inlined it makes
 * what the file exports; of anything else it imports the module. Files that need nothing of the project's are run at once where
 * `run` does so, while others are still being read: the bundle has nothing of them.
 */
export class InlinedModules {
  static readonly batches = new RegExp(`^${BATCH}`);

  readonly #files: readonly BatchedFile[];
  readonly #sources: SourceCache;
  readonly #run: RunBatch | undefined;
  readonly #made: MadeFiles;
  /** The project's own modules that those which are inlined import, by index. */
  readonly #imports = new Map<number, readonly string[]>();

  constructor(
    files: readonly BatchedFile[],
    sources: SourceCache,
    { made, run }: { readonly made: MadeFiles; readonly run?: RunBatch | undefined },
  ) {
    this.#files = files;
    this.#sources = sources;
    this.#made = made;
    this.#run = run;
  }

  /** A module that exports all `files`, in their order. */
  print(): string {
    const count = Math.ceil(this.#files.length / BATCH_SIZE);
    const names = Array.from({ length: count }, (_, index) => `files${index}`);
    const imports = names.map((name, index) => `import { files as ${name} } from "${BATCH}${index}";\n`);
    return `${imports.join('')}export const files = [${names.map((name) => `...${name}`).join(', ')}];`;
  }

  async printBatch(url: string, findUrl: FindUrl): Promise<string> {
    const first = Number(url.slice(BATCH.length)) * BATCH_SIZE;
    const files = this.#files.slice(first, first + BATCH_SIZE);
    const placed = await Promise.all(files.map((file, offset) => this.#place(first + offset, file, findUrl)));
    this.#runEarly(placed.filter((file) => file !== null));
    return printFiles(
      placed.map((file, offset) => {
        const index = first + offset;
        if (file && this.#made.has(index)) return null;
        return file ?? this.#files[index]?.url ?? null;
      }),
    );
  }

  has(index: number): boolean {
    return this.#imports.has(index);
  }

  /** Those that are inlined, each with the project's own modules that it imports: absolute, with `/`. */
  entries(): Iterable<[number, readonly string[]]> {
    return this.#imports;
  }

  #runEarly(files: readonly PlacedModule[]): void {
    const early = files.filter(({ index, own }) => own.size === 0 && !this.#made.has(index));
    if (!this.#run || early.length === 0) return;
    const running = this.#run(printMade(early));
    for (const [each, { index }] of early.entries()) {
      const made = running.then((values) => this.#digest(index, values[each] as Exports));
      // Who wants it hears of a failure.
      made.catch(() => {});
      this.#made.set(index, made);
    }
  }

  async #digest(index: number, values: Exports): Promise<MadeFile> {
    const { digest } = this.#files[index] ?? {};
    return digest ? { values: null, digest: await digest(values) } : { values };
  }

  async #place(
    index: number,
    { path, mayInline }: BatchedFile,
    findUrl: FindUrl,
  ): Promise<PlacedModule | null> {
    const inlined = (await mayInline()) ? (await this.#sources.read(path))?.inlined : null;
    if (!inlined) return null;
    const imports: PlacedModule['imports'][number][] = [];
    const own = new Set<string>();
    for (const { specifier, name, local } of inlined.imports) {
      const isOwn = specifier.startsWith('.');
      const target = await (isOwn ? this.#sources.resolve(path, specifier) : findUrl(specifier, path));
      if (target === null) return null;
      imports.push({ target, name, local });
      if (isOwn) own.add(target);
    }
    this.#imports.set(index, [...own]);
    return { index, body: inlined.body, imports, own };
  }
}
