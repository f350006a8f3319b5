import type { Node } from 'oxc-parser';
import type { UnstableRead } from '../parse/find-unstable-read.js';
import type { SourceModules } from '../parse/source-modules.js';
import { isFunction, isType, listReferences } from '../parse/syntax-tree.js';
import { positionOf } from './compile-code.js';
import { createModule, type Module, type ModuleActions } from './evaluated-module.js';
import { Evaluation } from './evaluation.js';
import type { EvaluationOrder } from './evaluation-order.js';
import { AMBIGUOUS, ModuleLinks, urlOf } from './module-links.js';
import { type ImportReference, ModuleNames } from './module-names.js';
import { UnavailableError } from './pending.js';
import { isCommonJs, type Namespace, PlainModules } from './plain-modules.js';

export interface LazyModulesOptions {
  readonly sources: SourceModules;
  readonly importUrl: (url: string) => Promise<Namespace>;
  readonly order: EvaluationOrder;
  /** Whether to keep released modules, since one was requested again. */
  readonly keepsModules?: boolean;
  /** Receives the module whose code runs, or null. */
  readonly onEvaluate?: ((path: string | null) => void) | undefined;
}

export type Evaluated = { readonly value: unknown } | { readonly failure: EvaluationFailure };

export interface EvaluationFailure {
  readonly error: unknown;
  /** The modules from the one that was requested to the one that failed, absolute. */
  readonly chain: readonly string[];
  /** Where the part of the last module starts that was being evaluated; null if there was none. */
  readonly part: { readonly path: string; readonly line: number } | null;
}

/**
 * The modules of a project, whose top-level names are evaluated on first use: code that nothing needs never runs.
 * Handlers are cut out, so only what schemas need runs.
 *
 * A name whose value must be awaited throws a `Pending` through the code that reads it; `get` waits and tries again.
 * Finished parts are kept, so that only the interrupted part runs twice.
 */
export class LazyModules {
  readonly #options: LazyModulesOptions;
  readonly #modules = new Map<string, Module>();
  readonly #used = new WeakSet<Module>();
  readonly #released = new Set<string>();
  readonly #sources: SourceModules;
  readonly #plain: PlainModules;
  readonly #evaluation: Evaluation;
  readonly #links: ModuleLinks;
  readonly #names: ModuleNames;
  readonly #actions: ModuleActions = {
    read: (module, binding) => this.#names.readFinalValue(module, binding),
    write: (module, binding, value) => this.#names.write(module, binding, value),
    resolve: (module, specifier) => urlOf(this.#links.resolve(module, specifier)),
    importDynamically: (module, specifier) => this.#importDynamically(module, specifier),
    require: (module, specifier) => this.#links.require(module, specifier),
    recordRead: (module, read, owner) => this.#recordRead(module, read, owner),
  };
  #isDescribing = false;

  constructor(options: LazyModulesOptions) {
    this.#options = options;
    this.#evaluation = new Evaluation(options.onEvaluate);
    this.#sources = options.sources;
    this.#names = new ModuleNames(this.#evaluation, options.order, {
      read: (module, reference) => this.#import(module, reference),
      isFixed: (module, from, name) => this.#isFixed(module, from, name),
    });
    const findNamespace = (importer: string, path: string): object | null => {
      const module = this.#module(path);
      if (isCommonJs(module.syntax)) return null;
      const user = this.#modules.get(importer);
      if (user) this.#addDependency(user, module);
      return this.#namespaceOf(module);
    };
    this.#plain = new PlainModules({ ...options, findNamespace });
    const { sources } = options;
    const find = (path: string) => this.#module(path);
    this.#links = new ModuleLinks({ sources, evaluation: this.#evaluation, plain: this.#plain, find });
  }

  /** Returns the value of an export, or what was thrown while evaluating it. */
  get(path: string, name: string): Promise<Evaluated> {
    return this.#evaluate(path, () => this.#readExport(this.#module(path), name));
  }

  /** Runs a whole module for its side effects, after those that it imports for theirs. Returns any failure. */
  run(path: string): Promise<Evaluated> {
    return this.#evaluate(path, () => this.#run(this.#module(path), new Set()));
  }

  async #evaluate(path: string, evaluate: () => unknown): Promise<Evaluated> {
    try {
      return { value: await this.#evaluation.settle(evaluate) };
    } catch (error) {
      const frames = this.#evaluation.failureOf(error).chain;
      const chain = [path, ...frames.map(({ module }) => module.path)];
      const last = frames.at(-1);
      const part = last?.node
        ? { path: last.module.path, line: positionOf(last.module.syntax.text, last.node.start).line + 1 }
        : null;
      return { failure: { error, chain: chain.filter((each, index) => each !== chain[index - 1]), part } };
    }
  }

  /**
   * Lists why imports are unavailable that an export needs during evaluation, in its own module and those behind it. It
   * lists all of them; `get` stops at the first.
   */
  async listUnavailable(path: string, name: string): Promise<readonly EvaluationFailure[]> {
    const failures: EvaluationFailure[] = [];
    const seen = new Set<string>();
    const visit = async (module: Module, exported: string, chain: readonly string[]): Promise<void> => {
      const key = `${module.path}\0${exported}`;
      if (exported === '*' || seen.has(key)) return;
      seen.add(key);
      const found = await this.#evaluation.settle(() => this.#links.findExport(module, exported));
      if (!found || found === AMBIGUOUS) return;
      for (const reference of 'from' in found ? [found] : listNeededImports(module, found.local)) {
        try {
          const { module: imported } = await this.#evaluation.settle(() =>
            this.#links.link(module, reference),
          );
          if (imported) await visit(imported, reference.name, [...chain, imported.path]);
        } catch (error) {
          failures.push({ error, chain, part: null });
        }
      }
    };
    await visit(this.#module(path), name, [path]);
    return failures;
  }

  /**
   * Returns the result of `describeValues`, which describes evaluated values. It may run code of that module, and is
   * called again after each name that must be awaited. Functions that it calls, such as defaults, may read the clock.
   */
  describe<T>(describeValues: () => T, path: string): Promise<T> {
    return this.#evaluation.settle(() => {
      this.#isDescribing = true;
      try {
        return describeValues();
      } finally {
        this.#isDescribing = false;
      }
    }, path);
  }

  /** Lists the project's files that the exports of a module depend on, itself included (absolute paths). */
  listDependencies(path: string): readonly string[] {
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

  /** Releases a module that no other one has used, and everything that was created for it alone. */
  release(path: string): void {
    const module = this.#modules.get(path);
    if (!module || this.#options.keepsModules || this.#used.has(module)) return;
    this.#modules.delete(path);
    this.#released.add(path);
    this.#sources.release(path);
  }

  /** Whether a module was requested after its release: what it created may exist twice. */
  get hasReopened(): boolean {
    return [...this.#released].some((path) => this.#modules.has(path));
  }

  /** Lists the project's modules that a module imports, in order (absolute paths). */
  listImports(path: string): readonly string[] {
    return listModules(this.#sources, path, this.#module(path).syntax.imports);
  }

  /** Returns a module that was requested and not released. */
  find(path: string): Module | undefined {
    return this.#modules.get(path);
  }

  #module(path: string): Module {
    const known = this.#modules.get(path);
    if (known) return known;
    const syntax = this.#sources.parse(path);
    if (!syntax) throw this.#evaluation.fail(new UnavailableError(`Cannot find ${JSON.stringify(path)}.`));
    const module = createModule(syntax, this.#sources, this.#actions);
    this.#modules.set(path, module);
    // The closure must not reference the module, or a released one would stay in memory.
    const { order, sources } = this.#options;
    const { imports } = syntax;
    order.addModule(path, () => listModules(sources, path, imports));
    return module;
  }

  #recordRead(module: Module, read: UnstableRead | undefined, owner: unknown): readonly [] {
    const isGlobal = owner === Date || owner === Math || owner === crypto || owner === performance;
    const isEvaluated = !this.#isDescribing || this.#evaluation.runningPart !== undefined;
    if (read && isGlobal && isEvaluated) module.unstableReads.add(read);
    return [];
  }

  #addDependency(module: Module, used: Module): void {
    module.uses.add(used);
    if (module !== used) this.#used.add(used);
  }

  #run(module: Module, ran: Set<Module>): void {
    if (ran.has(module)) return;
    ran.add(module);
    this.#evaluation.withFrame({ module, node: null }, () => {
      this.#checkSyntax(module);
      for (const node of module.syntax.sideEffectImports) {
        const imported = this.#links.openAt(module, { from: node.value, node });
        if (!imported.module) continue;
        this.#addDependency(module, imported.module);
        this.#run(imported.module, ran);
      }
      this.#names.runAll(module);
    });
  }

  #checkSyntax({ path, syntax }: Module): void {
    const [error] = syntax.errors;
    if (!error) return;
    const { start } = error;
    throw this.#links.fail(error.message, { location: { path, start, end: start } });
  }

  #readExport(module: Module, name: string): unknown {
    return this.#evaluation.withFrame({ module, node: null }, () => {
      this.#checkSyntax(module);
      const found = this.#links.findExport(module, name);
      // Imports are checked before they are read.
      if (!found) return undefined;
      if (found === AMBIGUOUS) {
        throw this.#links.fail(`Ambiguous import ${JSON.stringify(name)} has multiple matching exports.`);
      }
      if ('from' in found) return this.#import(module, found);
      const binding = module.bindings.get(found.local);
      return binding && this.#names.readFinalValue(module, binding);
    });
  }

  #import(module: Module, reference: ImportReference): unknown {
    const imported = this.#links.link(module, reference);
    const { name } = reference;
    if (!imported.module) return name === '*' ? imported.namespace : imported.namespace[name];
    this.#addDependency(module, imported.module);
    return name === '*' ? this.#namespaceOf(imported.module) : this.#readExport(imported.module, name);
  }

  #namespaceOf(module: Module): object {
    if (module.namespace) return module.namespace;
    const namespace = Object.create(null, { [Symbol.toStringTag]: { value: 'Module' } });
    module.namespace = namespace;
    for (const name of [...this.#links.listExports({ module })].sort()) {
      if (!this.#links.isValue(module, name)) continue;
      Object.defineProperty(namespace, name, { enumerable: true, get: () => this.#readExport(module, name) });
    }
    return namespace;
  }

  async #importDynamically(module: Module, specifier: string): Promise<unknown> {
    const imported = await this.#evaluation.settleContinuation(() => this.#links.open(module, specifier));
    if (!imported) throw this.#links.describeMissing(module, specifier);
    if (!imported.module) return imported.namespace;
    const { module: found } = imported;
    this.#addDependency(module, found);
    const namespace = this.#namespaceOf(found);
    for (const name of Object.keys(namespace)) {
      await this.#evaluation.settleContinuation(() => this.#readExport(found, name));
    }
    return namespace;
  }

  /** Whether an imported value is fixed. Another module may reassign its variables. */
  #isFixed(module: Module, from: string, name: string): boolean {
    const imported = this.#links.open(module, from)?.module;
    if (!imported || name === '*') return true;
    const found = imported.syntax.exports.get(name);
    const declaration = found && 'local' in found ? imported.syntax.declarations.get(found.local) : undefined;
    return declaration !== undefined && declaration.kind !== 'import' && declaration.isConstant;
  }
}

/** Lists what a module's name needs from imports during evaluation, without what only functions use for later calls. */
function listNeededImports(module: Module, name: string): readonly ImportReference[] {
  const names = new Set([name]);
  const found: ImportReference[] = [];
  for (const each of names) {
    const declaration = module.syntax.declarations.get(each);
    if (declaration?.kind === 'import') {
      const { from, imported, node } = declaration;
      found.push({ from, name: imported, node });
    } else if (declaration) {
      const isSkipped = (node: Node) => module.compiler.cuts.has(node) || isType(node) || isFunction(node);
      for (const node of declaration.nodes) {
        for (const inner of listReferences(node, isSkipped)) names.add(inner);
      }
    }
  }
  return found;
}

function listModules(sources: SourceModules, path: string, imports: readonly string[]): readonly string[] {
  return imports.flatMap((specifier) => {
    const target = sources.resolveImport(path, specifier);
    return target.kind === 'module' ? [target.path] : [];
  });
}
