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
  // Under a name that stands for nothing else in any file.
  return `${taken.print()}const $procgenFiles = [\n${functions.join('')}];\nexport { $procgenFiles as files };`;
}

/** Files as one script. */
export interface MadeBatch {
  /** In TypeScript: a function that is given what it imports, and returns what each file exports. */
  readonly text: string;
  /** The names that it is given, in their order, each with the URL of the module it is of; `*` for all of one. */
  readonly imports: readonly (readonly [url: string, name: string])[];
}

/** Functions that are called where they stand: they are parsed once, not twice. In a script, which can go when it has run, unlike a module. */
export function printMade(files: readonly PlacedModule[]): MadeBatch {
  const taken = new TakenNames();
  const made = files.map((file) => `(${printFunction(file, taken)})(),\n`);
  const all = taken.list();
  const parameters = all.map(({ local }) => local).join(', ');
  return {
    text: `(function (${parameters}) {\n"use strict";\nreturn [\n${made.join('')}];\n})`,
    imports: all.map(({ target, name }) => [target, name]),
  };
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

  list(): readonly { readonly target: string; readonly name: string; readonly local: string }[] {
    return [...this.#targets].flatMap(([target, known]) =>
      [...known].map(([name, local]) => ({ target, name, local })),
    );
  }

  print(): string {
    const imports = this.list().map(({ target, name, local }) => {
      const bindings = name === '*' ? `* as ${local}` : `{ ${name} as ${local} }`;
      return `import ${bindings} from ${JSON.stringify(target)};\n`;
    });
    return imports.join('');
  }
}
