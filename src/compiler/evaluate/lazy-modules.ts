import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Node } from 'oxc-parser';
import { listNodes } from '../parse/cut-handlers.js';
import type { Declaration, Effect, Export, ModuleSyntax } from '../parse/module-syntax.js';
import { parseModule } from '../parse/parse-module.js';
import { walk } from '../parse/syntax-tree.js';
import { CodeCompiler, DYNAMIC_IMPORT, IMPORT_META, type Transform } from './compile-code.js';
import { type EarlyUses, keyOf } from './early-uses.js';
import { createPart, type Declared, Evaluation, type Part, type RunnableModule } from './evaluation.js';
import { Pending, UnavailableError } from './pending.js';
import { isCommonJs, type Namespace, PlainModules } from './plain-modules.js';
import { ImportResolver, type ImportTarget } from './resolve-import.js';
import type { StatementOrder } from './statement-order.js';

export interface LazyModulesOptions {
  /** Null when there is no such file. */
  readonly readText: (path: string) => string | null;
  readonly importUrl: (url: string) => Promise<Namespace>;
  readonly transform: Transform;
  readonly earlyUses: EarlyUses;
  readonly statementOrder: StatementOrder;
  /** Uses, by `keyOf`, that get nothing, as from modules that import each other. */
  readonly unmet?: ReadonlySet<string>;
  /** What a module is called in messages. */
  readonly nameOf: (path: string) => string;
}

export type Evaluated = { readonly value: unknown } | { readonly failure: EvaluationFailure };

export interface EvaluationFailure {
  readonly error: unknown;
  /** The modules from the one that was asked down to the one that failed, absolute. */
  readonly chain: readonly string[];
  /** The part of the last of them that was being evaluated; null where there was none. */
  readonly part: { readonly path: string; readonly start: number } | null;
}

/** A top-level name of a module, with its value once that was asked for. */
interface Cell {
  readonly name: string;
  readonly declaration: Declaration;
  /** Null for an import. */
  readonly part: Part | null;
  isSet: boolean;
  value: unknown;
  /** Whether the statements that change it have run, or are being run. */
  isFinished: boolean;
  isFinishing: boolean;
}

interface Module extends RunnableModule {
  readonly syntax: ModuleSyntax;
  readonly cells: ReadonlyMap<string, Cell>;
  readonly effects: readonly (Part & { readonly source: Effect })[];
  /** The modules of the project's own that it was given something of, and the files that are loaded whole. */
  readonly uses: Set<Module>;
  readonly files: Set<string>;
  readonly targets: Map<string, ImportTarget>;
  /** Whether a node is cut out. */
  readonly isCut: (node: Node) => boolean;
  namespace: object | undefined;
}

/** What an import leads to: a module that is evaluated here, or all that another one exports. */
type Imported = { readonly module: Module } | { readonly module: null; readonly namespace: Namespace };

/**
 * The modules of a project, of which each top-level name is evaluated when it is first asked for: what nobody asks for
 * never runs. Handlers are cut out, so what schemas need is all that does.
 *
 * A name whose value has to be waited for throws a `Pending` through whatever asked; `get` waits, and asks again. What
 * was made on the way is kept, so that only the part that asked runs twice.
 */
export class LazyModules {
  readonly #options: LazyModulesOptions;
  readonly #modules = new Map<string, Module>();
  readonly #resolver = new ImportResolver();
  readonly #plain: PlainModules;
  readonly #evaluation = new Evaluation<Module>();

  constructor(options: LazyModulesOptions) {
    this.#options = options;
    const findNamespace = (importer: string, path: string): object | null => {
      const module = this.#module(path);
      if (isCommonJs(module.syntax)) return null;
      this.#modules.get(importer)?.uses.add(module);
      return this.#namespaceOf(module);
    };
    this.#plain = new PlainModules({ ...options, findNamespace }, this.#resolver);
  }

  /** The value of an export, or what was thrown on the way to it. */
  async get(path: string, name: string): Promise<Evaluated> {
    try {
      return { value: await this.settle(() => this.#readExport(this.#module(path), name)) };
    } catch (error) {
      const frames = this.#evaluation.failureOf(error).chain;
      const chain = [path, ...frames.map(({ module }) => module.path)];
      const last = frames.at(-1);
      const part = last?.node ? { path: last.module.path, start: last.node.start } : null;
      return { failure: { error, chain: chain.filter((each, index) => each !== chain[index - 1]), part } };
    }
  }

  /** What `look` gives, which may run code of the project's that asks for more names: again, where one is to be waited for. */
  settle<T>(look: () => T): Promise<T> {
    return this.#evaluation.settle(look);
  }

  /** The files of the project's own that the exports of a module were made of, itself included: absolute. */
  listUsed(path: string): readonly string[] {
    const used = new Set([this.#module(path)]);
    const whole = new Set<string>();
    for (const module of used) {
      for (const each of module.uses) used.add(each);
      for (const file of [...module.files].flatMap((each) => this.#plain.listFiles(each))) {
        whole.add(file);
        const required = this.#modules.get(file);
        if (required) used.add(required);
      }
    }
    return [...new Set([...[...used].map((module) => module.path), ...whole])];
  }

  /** Forgets a module, and all that was made of it alone. */
  release(path: string): void {
    this.#modules.delete(path);
  }

  /** The text of a module that was read, and null of any other. */
  findText(path: string): string | null {
    return this.#modules.get(path)?.syntax.text ?? null;
  }

  /** The texts of all modules that were read, and not released. */
  listTexts(): readonly string[] {
    return [...this.#modules.values()].map(({ syntax }) => syntax.text);
  }

  #module(path: string): Module {
    const known = this.#modules.get(path);
    if (known) return known;
    const text = this.#options.readText(path);
    if (text === null) throw this.#fail(`Cannot find ${JSON.stringify(path)}.`);
    const syntax = parseModule(path, text);
    const scope: object = Object.create(null);
    const compiler = new CodeCompiler(syntax, scope, this.#options.transform);
    const cells = new Map<string, Cell>();
    const module: Module = {
      path,
      syntax,
      cells,
      effects: syntax.effects.map((source) => ({ ...createPart(source, source.node), source })),
      uses: new Set(),
      files: new Set(),
      targets: new Map(),
      isCut: (node) => compiler.cuts.has(node),
      compile: (source) =>
        'targets' in source ? compiler.compileEffect(source.node) : compiler.compileDeclaration(source),
      namespace: undefined,
      depth: 0,
    };
    const parts = new Map<Declaration, Part>();
    for (const [name, declaration] of syntax.declarations) {
      const [node = null] = listNodes(declaration);
      const part =
        declaration.kind === 'import' ? null : (parts.get(declaration) ?? createPart(declaration, node));
      if (part) parts.set(declaration, part);
      const state = { isSet: false, value: undefined, isFinished: false, isFinishing: false };
      const cell: Cell = { name, declaration, part, ...state };
      cells.set(name, cell);
      Object.defineProperty(scope, name, {
        get: () => this.#readFromEnd(module, cell),
        set: (value) => this.#write(module, cell, value),
      });
    }
    const { href: url } = pathToFileURL(path);
    const resolve = (specifier: string) => urlOf(this.#resolve(module, specifier));
    const load = (specifier: unknown) => this.#importDynamically(module, String(specifier));
    const meta = { url, filename: path, dirname: dirname(path), resolve };
    if (/\brequire\b/.test(text) && !cells.has('require')) {
      Object.assign(scope, { require: (specifier: string) => this.#require(module, specifier) });
    }
    Object.assign(scope, { [IMPORT_META]: meta, [DYNAMIC_IMPORT]: load });
    this.#modules.set(path, module);
    this.#noteImports(path, syntax.imports);
    return module;
  }

  /** Apart from the module, so that nothing of it is kept where it is released. */
  #noteImports(path: string, imports: readonly string[]): void {
    this.#options.earlyUses.addModule(path, () =>
      imports.flatMap((specifier) => {
        const target = this.#resolver.resolve(path, specifier);
        return target.kind === 'module' ? [target.path] : [];
      }),
    );
  }

  #fail(message: string, options?: ConstructorParameters<typeof UnavailableError>[1]): UnavailableError {
    return this.#evaluation.fail(new UnavailableError(message, options));
  }

  #resolve(module: Module, specifier: string): ImportTarget {
    const target = module.targets.get(specifier) ?? this.#resolver.resolve(module.path, specifier);
    module.targets.set(specifier, target);
    return target;
  }

  // Exports

  #readExport(module: Module, name: string): unknown {
    return this.#evaluation.within({ module, node: null }, () => {
      const [fault] = module.syntax.errors;
      if (fault) {
        const { start } = fault;
        throw this.#fail(fault.message, { place: { path: module.path, start, end: start } });
      }
      const found = this.#findExport(module, name);
      // Whether there is one was asked before it was imported.
      if (!found) return undefined;
      if ('from' in found) return this.#import(module, found);
      const cell = module.cells.get(found.local);
      return cell && this.#readFromEnd(module, cell);
    });
  }

  /** What a module exports by that name, itself or by a star. */
  #findExport(module: Module, name: string): Export | null {
    const own = module.syntax.exports.get(name);
    if (own) return own;
    if (name === 'default') return null;
    const star = module.syntax.stars.find(({ from }) => this.#hasExport(this.#open(module, from), name));
    if (!star) return null;
    if (this.#findOrigin(module, name) === AMBIGUOUS) {
      throw this.#fail(`Ambiguous import ${JSON.stringify(name)} has multiple matching exports.`);
    }
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
      const found = imported === '*' ? null : this.#findOwn(module, from);
      return found ? this.#findOrigin(found, imported, seen) : `${module.path}\0${from}\0${imported}`;
    }
    if (name === 'default') return null;
    const origins = stars.flatMap(({ from }) => {
      const found = this.#findOwn(module, from);
      return (found && this.#findOrigin(found, name, seen)) ?? [];
    });
    return new Set(origins).size > 1 ? AMBIGUOUS : (origins[0] ?? null);
  }

  /** A module that is evaluated here; null for a package, or what is loaded whole. */
  #findOwn(module: Module, from: string): Module | null {
    const target = this.#resolve(module, from);
    const found = target.kind === 'module' ? this.#module(target.path) : null;
    return found && !isCommonJs(found.syntax) ? found : null;
  }

  #hasExport(imported: Imported | null, name: string, seen = new Set<Module>()): boolean {
    if (!imported) return false;
    if (!imported.module) return name === '*' || name in imported.namespace;
    const { module } = imported;
    if (seen.has(module)) return false;
    seen.add(module);
    const { errors, exports, stars } = module.syntax;
    // What does not parse is asked, to say so.
    if (name === '*' || errors.length > 0 || exports.has(name)) return true;
    return stars.some(({ from }) => this.#hasExport(this.#open(module, from), name, seen));
  }

  /** Null where an import leads nowhere. */
  #open(module: Module, from: string): Imported | null {
    const target = this.#resolve(module, from);
    if (target.kind === 'missing') return null;
    if (target.kind === 'module') {
      const imported = this.#module(target.path);
      if (!isCommonJs(imported.syntax)) return { module: imported };
    }
    if (target.kind !== 'package') module.files.add(target.path);
    try {
      return { module: null, namespace: this.#plain.get(target, module.path) };
    } catch (error) {
      const evaluation = this.#evaluation;
      throw error instanceof Pending ? evaluation.suspend(error.settled) : evaluation.fail(error);
    }
  }

  /** What the project's own files give to a `require` of a module. */
  #require(module: Module, specifier: string): unknown {
    const target = this.#resolve(module, specifier);
    if (target.kind !== 'module' && target.kind !== 'json') {
      throw new Error(`Dynamic require of ${JSON.stringify(specifier)} is not supported`);
    }
    module.files.add(target.path);
    try {
      return this.#plain.require(module.path, specifier);
    } catch (error) {
      throw error instanceof Pending ? this.#evaluation.suspend(error.settled) : error;
    }
  }

  #import(module: Module, { from, name, node }: { from: string; name: string; node: Node }): unknown {
    const imported = this.#open(module, from);
    if (!imported) throw this.#fail(this.#findMissing(module) ?? reasonOf(this.#resolve(module, from)));
    if (!this.#hasExport(imported, name)) throw this.#failExport(module, imported, { from, name, node });
    if (!imported.module) return name === '*' ? imported.namespace : imported.namespace[name];
    module.uses.add(imported.module);
    return name === '*' ? this.#namespaceOf(imported.module) : this.#readExport(imported.module, name);
  }

  #failExport(
    { path }: Module,
    imported: Imported,
    { from, name, node }: { from: string; name: string; node: Node },
  ): UnavailableError {
    const { start, end } = node.type === 'ImportSpecifier' ? node.imported : node;
    const called = imported.module ? this.#options.nameOf(imported.module.path) : from;
    const message =
      from === 'procgen'
        ? `procgen has no export ${JSON.stringify(name)}.`
        : `No matching export in ${JSON.stringify(called)} for import ${JSON.stringify(name)}.`;
    const exports = [...this.#listExports(imported)].sort();
    return this.#fail(message, { place: { path, start, end }, missing: { name, exports } });
  }

  /** Why the first import cannot be found that the running part of a module speaks of: whichever it asks for first. */
  #findMissing(module: Module): string | null {
    const { asking } = this.#evaluation;
    if (asking?.module !== module) return null;
    const missing = new Map<number, string>();
    walk(asking.node, (node) => {
      if (module.isCut(node)) return true;
      const declaration = node.type === 'Identifier' ? module.syntax.declarations.get(node.name) : undefined;
      if (declaration?.kind !== 'import') return false;
      const target = this.#resolve(module, declaration.from);
      if (target.kind === 'missing') missing.set(declaration.node.start, target.reason);
      return false;
    });
    return missing.get(Math.min(...missing.keys())) ?? null;
  }

  #namespaceOf(module: Module): object {
    if (module.namespace) return module.namespace;
    const namespace = Object.create(null, { [Symbol.toStringTag]: { value: 'Module' } });
    module.namespace = namespace;
    for (const name of [...this.#listExports({ module })].sort()) {
      if (!this.#isValue(module, name)) continue;
      Object.defineProperty(namespace, name, { enumerable: true, get: () => this.#readExport(module, name) });
    }
    return namespace;
  }

  /** Whether an export is more than a type, and no name that two stars give differently. */
  #isValue(module: Module, name: string): boolean {
    const origin = this.#findOrigin(module, name);
    if (origin !== null) return origin !== AMBIGUOUS;
    // Of a package, which a star leads to.
    return !module.syntax.exports.has(name) && this.#hasForeign(module, name);
  }

  #hasForeign(module: Module, name: string, seen = new Set<Module>()): boolean {
    if (seen.has(module)) return false;
    seen.add(module);
    return module.syntax.stars.some(({ from }) => {
      const found = this.#findOwn(module, from);
      return found ? this.#hasForeign(found, name, seen) : this.#hasExport(this.#open(module, from), name);
    });
  }

  #listExports(imported: Imported | null, seen = new Set<Module>()): ReadonlySet<string> {
    if (!imported) return new Set();
    if (!imported.module) return new Set(Object.keys(imported.namespace));
    const { module } = imported;
    if (seen.has(module)) return new Set();
    seen.add(module);
    const { exports, stars } = module.syntax;
    const starred = stars.flatMap(({ from }) => [...this.#listExports(this.#open(module, from), seen)]);
    return new Set([...exports.keys(), ...starred.filter((name) => name !== 'default')]);
  }

  async #importDynamically(module: Module, specifier: string): Promise<unknown> {
    const imported = await this.#evaluation.settleBeside(() => this.#open(module, specifier));
    if (!imported) throw new UnavailableError(reasonOf(this.#resolve(module, specifier)));
    if (!imported.module) return imported.namespace;
    const { module: found } = imported;
    module.uses.add(found);
    const namespace = this.#namespaceOf(found);
    for (const name of Object.keys(namespace)) {
      await this.#evaluation.settleBeside(() => this.#readExport(found, name));
    }
    return namespace;
  }

  // Names

  /** As `#read`; where none of the module's own parts asks, the module has run to its end. */
  #readFromEnd(module: Module, cell: Cell): unknown {
    const value = this.#read(module, cell);
    if (!this.#evaluation.isLooking || module.depth > 0 || module.effects.length === 0) return value;
    for (const effect of module.effects) {
      const { changesZod, targets } = effect.source;
      const isWanted = changesZod || [...targets].some((name) => module.cells.get(name)?.isSet);
      if (isWanted) this.#runEffect(module, effect);
    }
    return cell.part ? cell.value : value;
  }

  #read(module: Module, cell: Cell): unknown {
    if (this.#isUnmet(module, cell)) return undefined;
    if (cell.isSet) this.#noteLateRead(module, cell);
    else {
      const { declaration } = cell;
      if (declaration.kind !== 'import') this.#declare(module, cell, declaration);
      else {
        const { from, imported: name, node } = declaration;
        const value = this.#import(module, { from, name, node });
        if (value === undefined || !this.#isFixed(module, from, name)) return value;
        Object.assign(cell, { isSet: true, isFinished: true, value });
      }
    }
    if (!cell.isFinished) this.#finish(module, cell);
    return cell.value;
  }

  /** Whether what is imported stays what it is: a variable of another module may be set anew. */
  #isFixed(module: Module, from: string, name: string): boolean {
    const imported = this.#open(module, from)?.module;
    if (!imported || name === '*') return true;
    const found = imported.syntax.exports.get(name);
    const declaration = found && 'local' in found ? imported.syntax.declarations.get(found.local) : undefined;
    return declaration !== undefined && isConstant(declaration);
  }

  /** Notes who asks for a name, and tells whether it is to have no value for them. */
  #isUnmet(module: Module, { declaration, name }: Cell): boolean {
    if (declaration.kind === 'import' || (declaration.kind === 'named' && declaration.isHoisted))
      return false;
    const { asking } = this.#evaluation;
    const [node] = listNodes(declaration);
    if (!asking || !node || (asking.module === module && node.start <= asking.node.start)) return false;
    const use = { from: asking.module.path, to: module.path, name };
    this.#options.earlyUses.addUse(use);
    return this.#options.unmet?.has(keyOf(use)) === true;
  }

  /** Notes a part that is run below a statement that stands below it, and reads what that has changed. */
  #noteLateRead(module: Module, { name }: Cell): void {
    const { asking } = this.#evaluation;
    if (asking?.module !== module) return;
    const { start } = asking.node;
    for (const { source, state } of module.effects) {
      if (state !== 'made' || source.node.start <= start || !source.targets.has(name)) continue;
      this.#options.statementOrder.add(module.path, source.node.start, start);
    }
  }

  /** Runs the parts that read what a statement changes before it does. */
  #runEarlier(module: Module, { source }: Part & { readonly source: Effect }): void {
    for (const start of this.#options.statementOrder.listBefore(module.path, source.node.start)) {
      const parts = [...module.effects, ...[...module.cells.values()].flatMap(({ part }) => part ?? [])];
      const part = parts.find(({ node, state }) => node?.start === start && state === 'new');
      try {
        if (part) this.#evaluation.run(module, part);
      } catch (error) {
        // It fails again where it is asked for.
        if (error instanceof Pending) throw error;
      }
    }
  }

  /** Runs the declaration of a name, and gives all that it declares their values. */
  #declare(module: Module, { part }: Cell, declaration: Declared): void {
    const made = part && this.#evaluation.run(module, part);
    for (const name of declaration.names) {
      const cell = module.cells.get(name);
      if (!cell || cell.isSet) continue;
      const value = declaration.kind === 'pattern' ? (made as Namespace)[name] : made;
      Object.assign(cell, { isSet: true, value });
    }
  }

  #write(module: Module, cell: Cell, value: unknown): void {
    const { declaration } = cell;
    if (declaration.kind === 'import' || isConstant(declaration)) {
      throw new TypeError('Assignment to constant variable.');
    }
    if (!cell.isSet) this.#declare(module, cell, declaration);
    cell.value = value;
  }

  /**
   * Runs the statements that change what was made, for a part of the same module those above it. What they read of it is
   * there already.
   */
  #finish(module: Module, cell: Cell): void {
    if (cell.isFinishing) return;
    const { asking } = this.#evaluation;
    const end = asking?.module === module ? asking.node.start : Number.POSITIVE_INFINITY;
    const changing = module.effects.filter(({ source }) => source.targets.has(cell.name));
    cell.isFinishing = true;
    try {
      for (const effect of changing) if (effect.source.node.start < end) this.#runEffect(module, effect);
    } finally {
      cell.isFinishing = false;
    }
    cell.isFinished = changing.every(({ state }) => state === 'made');
  }

  #runEffect(module: Module, effect: Part & { readonly source: Effect }): void {
    // What goes on after it has awaited may be that very statement.
    const isGoingOn = effect.state === 'waiting' && !this.#evaluation.isLooking;
    if (effect.state === 'new') this.#runEarlier(module, effect);
    if (effect.state !== 'running' && !isGoingOn) this.#evaluation.run(module, effect);
  }
}

/** Where two modules give a name that is exported from both by a star. */
const AMBIGUOUS = '*ambiguous*';

function isConstant(declaration: Declaration): boolean {
  return 'isConstant' in declaration && declaration.isConstant;
}

function reasonOf(target: ImportTarget): string {
  return target.kind === 'missing' ? target.reason : '';
}

function urlOf(target: ImportTarget): string {
  if (target.kind === 'missing') throw new UnavailableError(target.reason);
  return target.kind === 'package' ? target.url : pathToFileURL(target.path).href;
}
