import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Node } from 'oxc-parser';
import { RECORD_READ, type UnstableRead } from '../parse/find-unstable-read.js';
import type { Declaration, Effect, ModuleSyntax, OwnDeclaration } from '../parse/module-syntax.js';
import type { ImportTarget } from '../parse/resolve-import.js';
import type { SourceModules } from '../parse/source-modules.js';
import { CodeCompiler, DYNAMIC_IMPORT, IMPORT_META } from './compile-code.js';
import type { Namespace } from './plain-modules.js';

/** A top-level declaration or statement of a module, which runs once. */
export interface Part {
  readonly source: OwnDeclaration | Effect;
  readonly node: Node | null;
  state: 'new' | 'running' | 'waiting' | 'done' | 'failed';
  /** The result: a promise while `waiting`, a `Failure` if `failed`. */
  value: unknown;
  /** The part that must finish before this one can run again. */
  awaitedPart: Part | undefined;
}

function createPart(source: Part['source'], node: Node | null): Part {
  return { source, node, state: 'new', value: undefined, awaitedPart: undefined };
}

/** A top-level name of a module, with its value once it has been read. */
export interface Binding {
  readonly name: string;
  readonly declaration: Declaration;
  /** Null for an import. */
  readonly part: Part | null;
  isSet: boolean;
  value: unknown;
  /** Whether the statements that change it have run, or are running. */
  isFinished: boolean;
  isFinishing: boolean;
}

export type EffectPart = Part & { readonly source: Effect };

export interface Module {
  readonly path: string;
  readonly syntax: ModuleSyntax;
  readonly bindings: ReadonlyMap<string, Binding>;
  readonly effects: readonly EffectPart[];
  /** The project's modules that it has used, and the files that are loaded whole. */
  readonly uses: Set<Module>;
  readonly files: Set<string>;
  readonly targets: Map<string, ImportTarget>;
  readonly compiler: CodeCompiler;
  /** Calls of its code that read the clock or a random number during evaluation. */
  readonly unstableReads: Set<UnstableRead>;
  namespace: object | undefined;
  /** How many of its parts are running. */
  depth: number;
}

/** The target of an import: a module that is evaluated here, or the exports of another one. */
export type Imported = { readonly module: Module } | { readonly module: null; readonly namespace: Namespace };

/** What a module's code triggers when it runs. */
export interface ModuleActions {
  read(module: Module, binding: Binding): unknown;
  write(module: Module, binding: Binding, value: unknown): void;
  /** Returns the URL that `specifier` resolves to. */
  resolve(module: Module, specifier: string): string;
  importDynamically(module: Module, specifier: string): Promise<unknown>;
  require(module: Module, specifier: string): unknown;
  recordRead(module: Module, read: UnstableRead | undefined, owner: unknown): readonly [];
}

/** Creates a module that has not run. Its top-level names are properties of one scope, evaluated when they are read. */
export function createModule(syntax: ModuleSyntax, sources: SourceModules, actions: ModuleActions): Module {
  const { path } = syntax;
  const scope: object = Object.create(null);
  const compiler = new CodeCompiler(syntax, sources, scope);
  const bindings = new Map<string, Binding>();
  const module: Module = {
    path,
    syntax,
    bindings,
    effects: syntax.effects.map((source) => ({ ...createPart(source, source.node), source })),
    uses: new Set(),
    files: new Set(),
    targets: new Map(),
    unstableReads: new Set(),
    compiler,
    namespace: undefined,
    depth: 0,
  };
  const parts = new Map<Declaration, Part>();
  for (const [name, declaration] of syntax.declarations) {
    const part =
      declaration.kind === 'import'
        ? null
        : (parts.get(declaration) ?? createPart(declaration, declaration.nodes[0] ?? null));
    if (part) parts.set(declaration, part);
    const state = { isSet: false, value: undefined, isFinished: false, isFinishing: false };
    const binding: Binding = { name, declaration, part, ...state };
    bindings.set(name, binding);
    Object.defineProperty(scope, name, {
      get: () => actions.read(module, binding),
      set: (value) => actions.write(module, binding, value),
    });
  }
  const { href: url } = pathToFileURL(path);
  const resolve = (specifier: string) => actions.resolve(module, specifier);
  const load = (specifier: unknown) => actions.importDynamically(module, String(specifier));
  const meta = { url, filename: path, dirname: dirname(path), resolve };
  if (/\brequire\b/.test(syntax.text) && !bindings.has('require')) {
    Object.assign(scope, { require: (specifier: string) => actions.require(module, specifier) });
  }
  const recordRead = (start: number, owner: unknown) =>
    actions.recordRead(module, compiler.unstableReads.get(start), owner);
  Object.assign(scope, { [IMPORT_META]: meta, [DYNAMIC_IMPORT]: load, [RECORD_READ]: recordRead });
  return module;
}
