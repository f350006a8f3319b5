import { pathToFileURL } from 'node:url';
import { findSource } from '../parse/list-imports.js';
import type { ImportTarget } from '../parse/resolve-import.js';
import type { SourceModules } from '../parse/source-modules.js';
import type { Imported, Module } from './evaluated-module.js';
import type { Evaluation } from './evaluation.js';
import { type ImportOpener, ModuleExports } from './module-exports.js';
import type { ImportReference } from './module-names.js';
import { Pending, UnavailableError, type UnavailableOptions } from './pending.js';
import { isCommonJs, type PlainModules } from './plain-modules.js';

export interface ModuleLinksOptions {
  readonly sources: SourceModules;
  readonly evaluation: Evaluation<Module>;
  /** What is loaded whole. */
  readonly plain: PlainModules;
  /** The module of a path, made where it is not there yet. */
  readonly find: (path: string) => Module;
}

/** What the imports of modules lead to, or why they lead nowhere. */
export class ModuleLinks implements ImportOpener {
  readonly exports = new ModuleExports(this);
  readonly #options: ModuleLinksOptions;

  constructor(options: ModuleLinksOptions) {
    this.#options = options;
  }

  fail(message: string, options?: UnavailableOptions): UnavailableError {
    return this.#options.evaluation.fail(new UnavailableError(message, options));
  }

  resolve(module: Module, specifier: string): ImportTarget {
    const target =
      module.targets.get(specifier) ?? this.#options.sources.resolveImport(module.path, specifier);
    module.targets.set(specifier, target);
    return target;
  }

  /** A module that is evaluated here; null for a package, or what is loaded whole. */
  findOwn(module: Module, from: string): Module | null {
    const target = this.resolve(module, from);
    const found = target.kind === 'module' ? this.#options.find(target.path) : null;
    return found && !isCommonJs(found.syntax) ? found : null;
  }

  /** Null where an import leads nowhere. */
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

  /** What the project's own files give to a `require` of a module. */
  require(module: Module, specifier: string): unknown {
    const target = this.resolve(module, specifier);
    if (target.kind !== 'module' && target.kind !== 'json') {
      throw new Error(`Dynamic require of ${JSON.stringify(specifier)} is not supported`);
    }
    module.files.add(target.path);
    try {
      return this.#options.plain.require(module.path, specifier);
    } catch (error) {
      throw error instanceof Pending ? this.#options.evaluation.suspend(error.settled) : error;
    }
  }

  link(module: Module, reference: ImportReference): Imported {
    const imported = this.openAt(module, reference);
    if (!this.exports.has(imported, reference.name)) throw this.#failExport(module, imported, reference);
    return imported;
  }

  /** What an import leads to; throws with its location where that is nowhere, or cannot be loaded. */
  openAt(module: Module, { from, node }: Pick<ImportReference, 'from' | 'node'>): Imported {
    const findLocation = () => ({ path: module.path, ...(findSource(module.syntax, node) ?? node) });
    try {
      const imported = this.open(module, from);
      if (imported) return imported;
    } catch (error) {
      if (!(error instanceof UnavailableError) || error.location) throw error;
      throw this.fail(error.message, { location: findLocation() });
    }
    throw this.#options.evaluation.fail(this.describeMissing(module, from, findLocation()));
  }

  describeMissing(
    module: Module,
    specifier: string,
    location?: UnavailableOptions['location'],
  ): UnavailableError {
    const target = this.resolve(module, specifier);
    if (target.kind !== 'missing') throw new Error(`${specifier} was found after all.`);
    return new UnavailableError(target.reason, { location, unfound: { specifier, target } });
  }

  #failExport({ path }: Module, imported: Imported, { from, name, node }: ImportReference): UnavailableError {
    const named = node.type === 'ExportSpecifier' ? node.exported : node;
    const { start, end } = named.type === 'ImportSpecifier' ? named.imported : named;
    const called = imported.module?.syntax.file ?? from;
    const message =
      from === 'procgen'
        ? `procgen has no export ${JSON.stringify(name)}.`
        : `No matching export in ${JSON.stringify(called)} for import ${JSON.stringify(name)}.`;
    const exports = [...this.exports.list(imported)].sort();
    return this.fail(message, {
      location: { path, start, end },
      missing: { name, exports, isOfProject: imported.module !== null },
    });
  }
}

export function urlOf(target: ImportTarget): string {
  if (target.kind === 'missing') throw new UnavailableError(target.reason);
  return target.kind === 'package' ? target.url : pathToFileURL(target.path).href;
}
