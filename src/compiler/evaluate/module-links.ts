import { pathToFileURL } from 'node:url';
import { findSource } from '../parse/list-imports.js';
import type { Export } from '../parse/module-syntax.js';
import type { ImportTarget } from '../parse/resolve-import.js';
import type { SourceModules } from '../parse/source-modules.js';
import type { Imported, Module } from './evaluated-module.js';
import type { Evaluation } from './evaluation.js';
import type { ImportReference } from './module-names.js';
import { Pending, type UnavailableDetails, UnavailableError } from './pending.js';
import { isCommonJs, type PlainModules } from './plain-modules.js';

export interface ModuleLinksOptions {
  readonly sources: SourceModules;
  readonly evaluation: Evaluation;
  /** Loads modules whole. */
  readonly plain: PlainModules;
  /** Returns the module of a path, creating it if necessary. */
  readonly find: (path: string) => Module;
}

/** The export of a name that two `export *` declarations resolve differently. */
export const AMBIGUOUS = '*ambiguous*';

/** Resolves imports and exports of modules without evaluating them, or explains why they do not resolve. */
export class ModuleLinks {
  readonly #options: ModuleLinksOptions;

  constructor(options: ModuleLinksOptions) {
    this.#options = options;
  }

  fail(message: string, options?: UnavailableDetails): UnavailableError {
    return this.#options.evaluation.fail(new UnavailableError(message, options));
  }

  resolve(module: Module, specifier: string): ImportTarget {
    const target =
      module.targets.get(specifier) ?? this.#options.sources.resolveImport(module.path, specifier);
    module.targets.set(specifier, target);
    return target;
  }

  /** Returns a module that is evaluated here; null for a package, or a file that is loaded whole. */
  findOwn(module: Module, from: string): Module | null {
    const target = this.resolve(module, from);
    const found = target.kind === 'module' ? this.#options.find(target.path) : null;
    return found && !isCommonJs(found.syntax) ? found : null;
  }

  /** Returns null if the import does not resolve. */
  open(module: Module, from: string): Imported | null {
    const target = this.resolve(module, from);
    if (target.kind === 'missing') return null;
    if (target.kind === 'module') {
      const imported = this.#options.find(target.path);
      if (!isCommonJs(imported.syntax)) return { module: imported };
    }
    if (target.kind !== 'package') module.files.add(target.path);
    try {
      return { module: null, namespace: this.#options.plain.get(target, module.path) };
    } catch (error) {
      const { evaluation } = this.#options;
      throw error instanceof Pending ? evaluation.suspend(error.settled) : evaluation.fail(error);
    }
  }

  /** Returns what the project's own modules get from `require`. */
  require(module: Module, specifier: string): unknown {
    const target = this.resolve(module, specifier);
    if (target.kind !== 'module' && target.kind !== 'json') {
      throw new Error(`Dynamic require of ${JSON.stringify(specifier)} is not supported`);
    }
    module.files.add(target.path);
    return this.#options.evaluation.load(() => this.#options.plain.require(module.path, specifier));
  }

  link(module: Module, reference: ImportReference): Imported {
    const imported = this.openAt(module, reference);
    if (!this.hasExport(imported, reference.name)) throw this.#failExport(module, imported, reference);
    return imported;
  }

  /** Returns the target of an import. Throws with its location if it does not resolve or cannot be loaded. */
  openAt(module: Module, { from, node }: Pick<ImportReference, 'from' | 'node'>): Imported {
    const findLocation = () => ({ path: module.path, ...(findSource(module.syntax, node) ?? node) });
    try {
      const imported = this.open(module, from);
      if (imported) return imported;
    } catch (error) {
      if (!(error instanceof UnavailableError) || error.details.location) throw error;
      throw this.fail(error.message, { location: findLocation() });
    }
    throw this.#options.evaluation.fail(this.describeMissing(module, from, findLocation()));
  }

  describeMissing(
    module: Module,
    specifier: string,
    location?: UnavailableDetails['location'],
  ): UnavailableError {
    const target = this.resolve(module, specifier);
    if (target.kind !== 'missing') throw new Error(`${specifier} was found after all.`);
    return new UnavailableError(target.reason, { location, unresolved: { specifier, target } });
  }

  #failExport({ path }: Module, imported: Imported, { from, name, node }: ImportReference): UnavailableError {
    const named = node.type === 'ExportSpecifier' ? node.exported : node;
    const { start, end } = named.type === 'ImportSpecifier' ? named.imported : named;
    const moduleName = imported.module?.syntax.file ?? from;
    const message =
      from === 'procgen'
        ? `procgen has no export ${JSON.stringify(name)}.`
        : `No matching export in ${JSON.stringify(moduleName)} for import ${JSON.stringify(name)}.`;
    const exports = [...this.listExports(imported)].sort();
    return this.fail(message, {
      location: { path, start, end },
      missing: { name, exports, isOfProject: imported.module !== null },
    });
  }

  /** Returns the export of that name, from the module itself or through an `export *`. */
  findExport(module: Module, name: string): Export | typeof AMBIGUOUS | null {
    const own = module.syntax.exports.get(name);
    if (own) return own;
    if (name === 'default') return null;
    const star = module.syntax.starExports.find(({ from }) => this.hasExport(this.open(module, from), name));
    if (!star) return null;
    if (this.#findOrigin(module, name) === AMBIGUOUS) return AMBIGUOUS;
    return { from: star.from, name, node: star.node };
  }

  /** Identifies the value of an export, as far as the project's own modules show; null for a type. */
  #findOrigin(module: Module, name: string, seen = new Set<string>()): string | null {
    const key = `${module.path}\0${name}`;
    if (seen.has(key)) return null;
    seen.add(key);
    const { declarations, errors, exports, starExports } = module.syntax;
    if (errors.length > 0) return key;
    const own = exports.get(name);
    if (own) {
      const declaration = 'local' in own ? declarations.get(own.local) : undefined;
      if ('local' in own && declaration?.kind !== 'import') return `${module.path}\0${own.local}`;
      const { from, name: imported } =
        declaration?.kind === 'import'
          ? { from: declaration.from, name: declaration.imported }
          : (own as { from: string; name: string });
      const found = imported === '*' ? null : this.findOwn(module, from);
      return found ? this.#findOrigin(found, imported, seen) : `${module.path}\0${from}\0${imported}`;
    }
    if (name === 'default') return null;
    const origins = starExports.flatMap(({ from }) => {
      const found = this.findOwn(module, from);
      return (found && this.#findOrigin(found, name, seen)) ?? [];
    });
    return new Set(origins).size > 1 ? AMBIGUOUS : (origins[0] ?? null);
  }

  /** Whether the target of an import exports that name; `*` stands for all of it. */
  hasExport(imported: Imported | null, name: string, seen = new Set<Module>()): boolean {
    if (!imported) return false;
    if (!imported.module) return name === '*' || name in imported.namespace;
    const { module } = imported;
    if (seen.has(module)) return false;
    seen.add(module);
    const { errors, exports, starExports } = module.syntax;
    // A module that does not parse is read anyway, to report its errors.
    if (name === '*' || errors.length > 0 || exports.has(name)) return true;
    return starExports.some(({ from }) => this.hasExport(this.open(module, from), name, seen));
  }

  /** Whether an export is a value rather than a type, and not ambiguous. */
  isValue(module: Module, name: string): boolean {
    const origin = this.#findOrigin(module, name);
    if (origin !== null) return origin !== AMBIGUOUS;
    // It may come from a package, through an `export *`.
    return !module.syntax.exports.has(name) && this.#hasPackageExport(module, name);
  }

  #hasPackageExport(module: Module, name: string, seen = new Set<Module>()): boolean {
    if (seen.has(module)) return false;
    seen.add(module);
    return module.syntax.starExports.some(({ from }) => {
      const found = this.findOwn(module, from);
      return found
        ? this.#hasPackageExport(found, name, seen)
        : this.hasExport(this.open(module, from), name);
    });
  }

  /** Lists the exported names, including types that are not marked as such. */
  listExports(imported: Imported | null, seen = new Set<Module>()): ReadonlySet<string> {
    if (!imported) return new Set();
    if (!imported.module) return new Set(Object.keys(imported.namespace));
    const { module } = imported;
    if (seen.has(module)) return new Set();
    seen.add(module);
    const { exports, starExports } = module.syntax;
    const starred = starExports.flatMap(({ from }) => [...this.listExports(this.open(module, from), seen)]);
    return new Set([...exports.keys(), ...starred.filter((name) => name !== 'default')]);
  }
}

export function urlOf(target: ImportTarget): string {
  if (target.kind === 'missing') throw new UnavailableError(target.reason);
  return target.kind === 'package' ? target.url : pathToFileURL(target.path).href;
}
