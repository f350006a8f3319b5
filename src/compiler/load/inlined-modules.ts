import type { InlinedImport } from '../read/inline-module.js';
import type { SourceCache } from '../read/source-cache.js';

/** Gives the URL of a package for the module of that path; null where there is none. */
export type FindUrl = (specifier: string, path: string) => Promise<string | null>;

/** A file by its absolute path, and what it is called as a module. */
export interface BatchedFile {
  readonly path: string;
  readonly url: string;
  /** Whether it exports nothing but what is requested of it. */
  readonly isWhole: () => Promise<boolean>;
}

const BATCH = 'data:text/javascript,procgen-batch-';

/** So many files are a batch: enough to be little work, few enough that the bundler begins before all are read. */
const BATCH_SIZE = 64;

/**
 * The files that a bundle is made for, in batches: modules that export `files`, a function for each. Of what can be inlined it makes
 * what the file exports; of anything else it imports the module.
 */
export class InlinedModules {
  static readonly batches = new RegExp(`^${BATCH}`);

  readonly #files: readonly BatchedFile[];
  readonly #sources: SourceCache;
  readonly #inlines: boolean;
  readonly #batches = new Map<number, Promise<string>>();
  /** The project's own modules that those which are inlined import, by index. */
  readonly #imports = new Map<number, readonly string[]>();

  constructor(files: readonly BatchedFile[], sources: SourceCache, inlines: boolean) {
    this.#files = files;
    this.#sources = sources;
    this.#inlines = inlines;
  }

  /** A module that exports all `files`, in their order. */
  print(): string {
    const count = Math.ceil(this.#files.length / BATCH_SIZE);
    const names = Array.from({ length: count }, (_, index) => `files${index}`);
    const imports = names.map((name, index) => `import { files as ${name} } from "${BATCH}${index}";\n`);
    return `${imports.join('')}export const files = [${names.map((name) => `...${name}`).join(', ')}];`;
  }

  printBatch(url: string, findUrl: FindUrl): Promise<string> {
    return this.#printBatch(Number(url.slice(BATCH.length)), findUrl);
  }

  /** An expression of what an inlined file exports, after an import that it needs; null where the file is a module. */
  async printMade(index: number, findUrl: FindUrl): Promise<string | null> {
    const batch = Math.floor(index / BATCH_SIZE);
    await this.#printBatch(batch, findUrl);
    if (!this.has(index)) return null;
    return `import { files } from "${BATCH}${batch}";\nconst made = files[${index % BATCH_SIZE}]();\n`;
  }

  has(index: number): boolean {
    return this.#imports.has(index);
  }

  /** Those that are inlined, each with the project's own modules that it imports: absolute, with `/`. */
  entries(): Iterable<[number, readonly string[]]> {
    return this.#imports;
  }

  #printBatch(batch: number, findUrl: FindUrl): Promise<string> {
    const known = this.#batches.get(batch);
    if (known) return known;
    const first = batch * BATCH_SIZE;
    const files = this.#files.slice(first, first + BATCH_SIZE);
    const placing = files.map(
      async (file, offset) => (await this.#place(first + offset, file, findUrl)) ?? file.url,
    );
    const printed = Promise.all(placing).then(printFiles);
    this.#batches.set(batch, printed);
    return printed;
  }

  async #place(
    index: number,
    { path, isWhole }: BatchedFile,
    findUrl: FindUrl,
  ): Promise<PlacedModule | null> {
    if (!this.#inlines || !(await isWhole())) return null;
    const inlined = (await this.#sources.read(path))?.inlined;
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
    return { body: inlined.body, imports };
  }
}

/** An inlined module whose imports have been found. */
interface PlacedModule {
  readonly body: string;
  /** `target` is a URL, or the absolute path of a module of the project's. */
  readonly imports: readonly (Pick<InlinedImport, 'name' | 'local'> & { readonly target: string })[];
}

/** Others may import what is inlined: it is made once. */
const ONCE = `const once = (make) => {
  let made;
  return () => (made ??= make());
};
`;

/** `files` are inlined, or called by URLs. */
function printFiles(files: readonly (PlacedModule | string)[]): string {
  const targets = new Map<string, Map<string, string>>();
  let count = 0;
  const nameOf = (target: string, name: string): string => {
    const known = targets.get(target) ?? new Map<string, string>();
    targets.set(target, known);
    const taken = known.get(name) ?? `$procgen${count++}`;
    known.set(name, taken);
    return taken;
  };
  const functions = files.map((file) => {
    if (typeof file === 'string') return `() => import("${file}"),\n`;
    const bindings = file.imports.map(({ target, name, local }) => `${local} = ${nameOf(target, name)}`);
    const bound = bindings.length === 0 ? '' : `const ${bindings.join(', ')};\n`;
    return `once(() => {\n${bound}${file.body}\n}),\n`;
  });
  const imports = [...targets].flatMap(([target, known]) =>
    [...known].map(([name, taken]) => printImport(name, taken, target)),
  );
  return `${imports.join('')}${ONCE}export const files = [\n${functions.join('')}];`;
}

function printImport(name: string, local: string, target: string): string {
  const bindings = name === '*' ? `* as ${local}` : `{ ${name} as ${local} }`;
  return `import ${bindings} from ${JSON.stringify(target)};\n`;
}
