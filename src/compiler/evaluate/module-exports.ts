import type { Export } from '../parse/module-syntax.js';
import type { Imported, Module } from './evaluated-module.js';

export interface ImportOpener {
  /** What an import leads to; null where it leads nowhere. Loads what is loaded whole. */
  open(module: Module, from: string): Imported | null;
  /** A module that is evaluated by name; null for a package, or what is loaded whole. */
  findOwn(module: Module, from: string): Module | null;
}

/** Where two modules give a name that is exported from both by a star. */
export const AMBIGUOUS = '*ambiguous*';

/** Tells what modules export, their own and by stars, without evaluating any of it. */
export class ModuleExports {
  readonly #links: ImportOpener;

  constructor(links: ImportOpener) {
    this.#links = links;
  }

  /** What a module exports by that name, itself or by a star. */
  find(module: Module, name: string): Export | typeof AMBIGUOUS | null {
    const own = module.syntax.exports.get(name);
    if (own) return own;
    if (name === 'default') return null;
    const star = module.syntax.stars.find(({ from }) => this.has(this.#links.open(module, from), name));
    if (!star) return null;
    if (this.#findOrigin(module, name) === AMBIGUOUS) return AMBIGUOUS;
    return { from: star.from, name, node: star.node };
  }

  /** What tells the value of an export from others, as far as the project's own modules tell; null for a type. */
  #findOrigin(module: Module, name: string, seen = new Set<string>()): string | null {
    const key = `${module.path}\0${name}`;
    if (seen.has(key)) return null;
    seen.add(key);
    const { declarations, errors, exports, stars } = module.syntax;
    if (errors.length > 0) return key;
    const own = exports.get(name);
    if (own) {
      const declaration = 'local' in own ? declarations.get(own.local) : undefined;
      if ('local' in own && declaration?.kind !== 'import') return `${module.path}\0${own.local}`;
      const { from, name: imported } =
        declaration?.kind === 'import'
          ? { from: declaration.from, name: declaration.imported }
          : (own as { from: string; name: string });
      const found = imported === '*' ? null : this.#links.findOwn(module, from);
      return found ? this.#findOrigin(found, imported, seen) : `${module.path}\0${from}\0${imported}`;
    }
    if (name === 'default') return null;
    const origins = stars.flatMap(({ from }) => {
      const found = this.#links.findOwn(module, from);
      return (found && this.#findOrigin(found, name, seen)) ?? [];
    });
    return new Set(origins).size > 1 ? AMBIGUOUS : (origins[0] ?? null);
  }

  /** Whether what an import leads to exports that name; `*` stands for all of it. */
  has(imported: Imported | null, name: string, seen = new Set<Module>()): boolean {
    if (!imported) return false;
    if (!imported.module) return name === '*' || name in imported.namespace;
    const { module } = imported;
    if (seen.has(module)) return false;
    seen.add(module);
    const { errors, exports, stars } = module.syntax;
    // What does not parse is asked, to say so.
    if (name === '*' || errors.length > 0 || exports.has(name)) return true;
    return stars.some(({ from }) => this.has(this.#links.open(module, from), name, seen));
  }

  /** Whether an export is more than a type, and no name that two stars give differently. */
  isValue(module: Module, name: string): boolean {
    const origin = this.#findOrigin(module, name);
    if (origin !== null) return origin !== AMBIGUOUS;
    // Of a package, which a star leads to.
    return !module.syntax.exports.has(name) && this.#hasForeign(module, name);
  }

  #hasForeign(module: Module, name: string, seen = new Set<Module>()): boolean {
    if (seen.has(module)) return false;
    seen.add(module);
    return module.syntax.stars.some(({ from }) => {
      const found = this.#links.findOwn(module, from);
      return found ? this.#hasForeign(found, name, seen) : this.has(this.#links.open(module, from), name);
    });
  }

  /** The names that it exports, types that do not say so included. */
  list(imported: Imported | null, seen = new Set<Module>()): ReadonlySet<string> {
    if (!imported) return new Set();
    if (!imported.module) return new Set(Object.keys(imported.namespace));
    const { module } = imported;
    if (seen.has(module)) return new Set();
    seen.add(module);
    const { exports, stars } = module.syntax;
    const starred = stars.flatMap(({ from }) => [...this.list(this.#links.open(module, from), seen)]);
    return new Set([...exports.keys(), ...starred.filter((name) => name !== 'default')]);
  }
}
