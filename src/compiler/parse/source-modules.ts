import type { Host } from '../host.js';
import { relativeTo } from '../relative-path.js';
import type { ModuleSyntax } from './module-syntax.js';
import { parseModule } from './parse-module.js';
import { ImportResolver, type ImportTarget } from './resolve-import.js';

/** The project's own modules, each parsed once per build. Paths are absolute with `/`. */
export class SourceModules {
  readonly root: string;
  readonly #host: Pick<Host, 'readFile'>;
  readonly #resolver = new ImportResolver();
  readonly #modules = new Map<string, ModuleSyntax | null>();

  constructor(host: Pick<Host, 'readFile'>, root: string) {
    this.#host = host;
    this.root = root;
  }

  /** Returns null if there is no such file. */
  readText(path: string): string | null {
    return this.#host.readFile(path);
  }

  /** Returns null if there is no such file. */
  parse(path: string): ModuleSyntax | null {
    const known = this.#modules.get(path);
    if (known !== undefined) return known;
    const text = this.readText(path);
    const module = text === null ? null : parseModule(path, text, relativeTo(this.root, path));
    this.#modules.set(path, module);
    return module;
  }

  /** Returns the project's own file that an import resolves to; null for a package or an unresolved import. */
  resolve(importer: string, specifier: string): string | null {
    const target = this.resolveImport(importer, specifier);
    return 'path' in target ? target.path : null;
  }

  resolveImport(importer: string, specifier: string): ImportTarget {
    return this.#resolver.resolve(importer, specifier);
  }

  /** Drops the syntax tree of a module. It is parsed again if it is needed. */
  release(path: string): void {
    this.#modules.delete(path);
  }
}
