import type { Node } from 'oxc-parser';
import type { SourceLocation } from '../source-location.js';
import { isProcedureChain, mayGiveBuilder, readCallChain } from './builder-chain.js';
import { locationOf, type TextRange } from './location-of.js';
import type { Export, ModuleSyntax } from './module-syntax.js';
import { findProcedureSources, mentionsNow } from './procedure-sources.js';
import { readDescription } from './read-description.js';
import type { SourceModules } from './source-modules.js';
import { unwrap } from './syntax-tree.js';

/** What the text of a file tells of one export that may be a procedure. */
export interface ReadProcedure {
  readonly exportName: string;
  /** Where the export's name stands. */
  readonly location: SourceLocation;
  /** Its JSDoc, without tags. */
  readonly description: string | undefined;
}

export interface FoundProcedures {
  /** In the order they are written. */
  readonly procedures: readonly ReadProcedure[];
  /** The modules of the project's own that were looked at: absolute. */
  readonly followed: readonly string[];
}

/** The exports of a module that may be procedures. */
export function findProcedures(module: ModuleSyntax, modules: SourceModules): FoundProcedures {
  const followed = new Set<string>();
  const procedures = new ProcedureSearch(modules, followed).search(module);
  return { procedures: procedures.map(({ start: _, ...procedure }) => procedure), followed: [...followed] };
}

/** The call that makes a procedure which a module exports, where it says so; null for any other export. */
export function findBuilderCall({ exports, declarations }: ModuleSyntax, exportName: string): Node | null {
  const exported = exports.get(exportName);
  const seen = new Set<string>();
  let name = exported && 'local' in exported ? exported.local : null;
  while (name !== null && !seen.has(name)) {
    seen.add(name);
    const declaration = declarations.get(name);
    const value = declaration?.kind === 'value' && declaration.node ? unwrap(declaration.node) : null;
    const chain = value && readCallChain(value);
    if (chain) return isProcedureChain(chain, declarations) ? value : null;
    name = value?.type === 'Identifier' ? value.name : null;
  }
  return null;
}

interface Found extends ReadProcedure {
  readonly start: number;
}

interface Value {
  readonly description: string | undefined;
}

class ProcedureSearch {
  readonly #modules: SourceModules;
  readonly #followed: Set<string>;
  readonly #open = new Set<ModuleSyntax>();

  constructor(modules: SourceModules, followed: Set<string>) {
    this.#modules = modules;
    this.#followed = followed;
  }

  /** None of a module that is being searched already: modules may export each other. */
  search(module: ModuleSyntax): readonly Found[] {
    if (this.#open.has(module)) return [];
    this.#open.add(module);
    const exported = [...module.exports].flatMap(([exportName, found]) => {
      const value = this.#readExport(module, found);
      const { start } = found.node;
      return value
        ? [{ exportName, location: locationOf(module, rangeOfName(module, found.node)), start, ...value }]
        : [];
    });
    const starred = module.stars.flatMap(({ from, node }) =>
      this.#searchImport(module, from)
        .filter(({ exportName }) => exportName !== 'default')
        .map((found) => ({ ...found, location: locationOf(module, node), start: node.start })),
    );
    this.#open.delete(module);
    return [...exported, ...starred].sort((left, right) => left.start - right.start);
  }

  #searchImport(module: ModuleSyntax, specifier: string): readonly Found[] {
    const path = this.#modules.resolve(module.path, specifier);
    const target = path === null ? null : this.#modules.parse(path);
    if (!target) return [];
    this.#followed.add(target.path);
    return this.search(target);
  }

  /** Null where an export cannot be a procedure. */
  #readExport(module: ModuleSyntax, { node, ...found }: Export): Value | null {
    if ('from' in found) {
      const isWhole = found.name === '*';
      return isWhole && this.#searchImport(module, found.from).length === 0 ? null : UNDESCRIBED;
    }
    if (node.type === 'TSExportAssignment') return null;
    const findSources = () => findProcedureSources(module, this.#modules, this.#followed);
    return new ValueReader(module, node, findSources).readName(found.local);
  }
}

const UNDESCRIBED: Value = { description: undefined };

/** Reads what an export stands for, through the module's own names. */
class ValueReader {
  readonly #module: ModuleSyntax;
  readonly #exported: Node;
  readonly #findSources: () => ReadonlySet<string>;
  readonly #seen = new Set<string>();

  constructor(module: ModuleSyntax, exported: Node, findSources: () => ReadonlySet<string>) {
    this.#module = module;
    this.#exported = exported;
    this.#findSources = findSources;
  }

  /** Null where it cannot be a procedure. Names that stand for each other in a circle stand for nothing. */
  readName(name: string): Value | null {
    const declaration = this.#module.declarations.get(name);
    if (!declaration || this.#seen.has(name)) return null;
    this.#seen.add(name);
    switch (declaration.kind) {
      case 'import':
        return mayGiveBuilder(declaration.from) ? UNDESCRIBED : null;
      case 'named':
        return null;
      case 'pattern':
        return this.#mayMake(declaration.node.init) ? UNDESCRIBED : null;
      case 'value': {
        if (!declaration.node) return this.#findSources().has(name) ? UNDESCRIBED : null;
        const value = this.#readValue(declaration.node);
        return value && { description: this.#describe(declaration.statement, value) };
      }
    }
  }

  /** A named value's own JSDoc comes first, then that of the export. */
  #describe(statement: Node, { description }: Value): string | undefined {
    const own = readDescription(this.#module, statement);
    if (statement.type === 'ExportDefaultDeclaration') return description ?? own;
    return own ?? readDescription(this.#module, this.#exported, false) ?? description;
  }

  #readValue(expression: Node): Value | null {
    const value = unwrap(expression);
    const chain = readCallChain(value);
    if (chain && isProcedureChain(chain, this.#module.declarations)) return UNDESCRIBED;
    if (value.type === 'Identifier') return this.readName(value.name);
    return this.#mayMake(value) ? UNDESCRIBED : null;
  }

  #mayMake(expression: Node | null): boolean {
    return expression !== null && mentionsNow(expression, this.#findSources());
  }
}

/** Where the name of an export is, as `* as name` of a namespace; the whole statement of a default. */
function rangeOfName({ text }: ModuleSyntax, node: Node): TextRange {
  if (node.type === 'ExportAllDeclaration') {
    return { start: text.indexOf('*', node.start), end: node.exported?.end ?? node.end };
  }
  const named = node.type === 'ExportSpecifier' ? node.exported : node;
  // Its type is part of an identifier's range.
  return named.type === 'Identifier' ? { start: named.start, end: named.start + named.name.length } : named;
}
