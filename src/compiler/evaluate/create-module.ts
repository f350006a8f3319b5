import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listNodes } from '../parse/cut-handlers.js';
import type { UnstableRead } from '../parse/find-unstable-read.js';
import type { Declaration, ModuleSyntax } from '../parse/module-syntax.js';
import { CodeCompiler, DYNAMIC_IMPORT, IMPORT_META, NOTE_READ, type Transform } from './compile-code.js';
import type { Cell, Module } from './evaluated-module.js';
import { createPart, type Part } from './evaluation.js';

/** What the code of modules does to others when it runs. */
export interface ModuleActions {
  read(module: Module, cell: Cell): unknown;
  write(module: Module, cell: Cell, value: unknown): void;
  /** The URL that an import of `specifier` leads to. */
  resolve(module: Module, specifier: string): string;
  importDynamically(module: Module, specifier: string): Promise<unknown>;
  require(module: Module, specifier: string): unknown;
  noteRead(module: Module, read: UnstableRead | undefined, owner: unknown): readonly [];
}

/** A module of which nothing has run: its top-level names are properties of one scope, evaluated when they are read. */
export function createModule(
  path: string,
  syntax: ModuleSyntax,
  { transform, actions }: { readonly transform: Transform; readonly actions: ModuleActions },
): Module {
  const scope: object = Object.create(null);
  const compiler = new CodeCompiler(syntax, scope, transform);
  const cells = new Map<string, Cell>();
  const module: Module = {
    path,
    syntax,
    cells,
    effects: syntax.effects.map((source) => ({ ...createPart(source, source.node), source })),
    uses: new Set(),
    files: new Set(),
    targets: new Map(),
    unstableReads: new Set(),
    printNoted: () => compiler.printNoted(),
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
      get: () => actions.read(module, cell),
      set: (value) => actions.write(module, cell, value),
    });
  }
  const { href: url } = pathToFileURL(path);
  const resolve = (specifier: string) => actions.resolve(module, specifier);
  const load = (specifier: unknown) => actions.importDynamically(module, String(specifier));
  const meta = { url, filename: path, dirname: dirname(path), resolve };
  if (/\brequire\b/.test(syntax.text) && !cells.has('require')) {
    Object.assign(scope, { require: (specifier: string) => actions.require(module, specifier) });
  }
  const noteRead = (start: number, owner: unknown) =>
    actions.noteRead(module, compiler.unstableReads.get(start), owner);
  Object.assign(scope, { [IMPORT_META]: meta, [DYNAMIC_IMPORT]: load, [NOTE_READ]: noteRead });
  return module;
}
