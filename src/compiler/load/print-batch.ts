import type { InlinedImport } from '../read/inline-module.js';

/** An inlined module whose imports have been found. */
export interface PlacedModule {
  readonly index: number;
  readonly body: string;
  /** The project's own modules among those that it imports. */
  readonly own: ReadonlySet<string>;
  /** `target` is a URL, or the absolute path of a module of the project's. */
  readonly imports: readonly (Pick<InlinedImport, 'name' | 'local'> & { readonly target: string })[];
}

/** A module that exports `files`, functions of what is inlined, and of what is called by a URL; null for what needs none. */
export function printFiles(files: readonly (PlacedModule | string | null)[]): string {
  const taken = new TakenNames();
  const functions = files.map((file) => {
    if (typeof file === 'string') return `() => import("${file}"),\n`;
    return `${file && printFunction(file, taken)},\n`;
  });
  return taken.print() + printExport(functions);
}

/** A module that exports `files`, what each of them makes. A function that is called where it stands is parsed once, not twice. */
export function printMade(files: readonly PlacedModule[]): string {
  const taken = new TakenNames();
  const made = files.map((file) => `(${printFunction(file, taken)})(),\n`);
  return taken.print() + printExport(made);
}

/** Under a name that stands for nothing else in any file. */
function printExport(files: readonly string[]): string {
  return `const $procgenFiles = [\n${files.join('')}];\nexport { $procgenFiles as files };`;
}

function printFunction({ imports, body }: PlacedModule, taken: TakenNames): string {
  const bindings = imports.map(({ target, name, local }) => `${local} = ${taken.take(target, name)}`);
  const bound = bindings.length === 0 ? '' : `const ${bindings.join(', ')};\n`;
  return `() => {\n${bound}${body}\n}`;
}

/** What a batch imports, each under a name that no file of it has. */
class TakenNames {
  readonly #targets = new Map<string, Map<string, string>>();
  #count = 0;

  take(target: string, name: string): string {
    const known = this.#targets.get(target) ?? new Map<string, string>();
    this.#targets.set(target, known);
    const taken = known.get(name) ?? `$procgen${this.#count++}`;
    known.set(name, taken);
    return taken;
  }

  print(): string {
    const imports = [...this.#targets].flatMap(([target, known]) =>
      [...known].map(([name, local]) => {
        const bindings = name === '*' ? `* as ${local}` : `{ ${name} as ${local} }`;
        return `import ${bindings} from ${JSON.stringify(target)};\n`;
      }),
    );
    return imports.join('');
  }
}
