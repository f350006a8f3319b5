import type { Node } from 'oxc-parser';
import type { UnstableRead } from '../parse/find-unstable-read.js';
import type { Declaration, Effect, ModuleSyntax } from '../parse/module-syntax.js';
import type { ImportTarget } from '../parse/resolve-import.js';
import type { Part, RunnableModule } from './evaluation.js';
import type { Namespace } from './plain-modules.js';

/** A top-level name of a module, with its value once that was asked for. */
export interface Cell {
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

export type EffectPart = Part & { readonly source: Effect };

export interface Module extends RunnableModule {
  readonly syntax: ModuleSyntax;
  readonly cells: ReadonlyMap<string, Cell>;
  readonly effects: readonly EffectPart[];
  /** The modules of the project's own that it was given something of, and the files that are loaded whole. */
  readonly uses: Set<Module>;
  readonly files: Set<string>;
  readonly targets: Map<string, ImportTarget>;
  /** Its text as it runs: errors tell of its columns. */
  readonly printNoted: () => string;
  /** Whether a node is cut out. */
  readonly isCut: (node: Node) => boolean;
  /** What its code has asked the clock, and for random numbers, while it was evaluated. */
  readonly unstableReads: Set<UnstableRead>;
  namespace: object | undefined;
}

/** What an import leads to: a module that is evaluated here, or all that another one exports. */
export type Imported = { readonly module: Module } | { readonly module: null; readonly namespace: Namespace };
