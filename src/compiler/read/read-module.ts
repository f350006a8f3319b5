import type { Diagnostic } from '../diagnostic.js';
import type { Place } from '../place.js';
import { findImportMeta, type TextRange } from './import-meta.js';
import { type InlinedModule, inlineModule } from './inline-module.js';
import { isolateModule } from './isolate-module.js';
import { listExports } from './list-exports.js';
import { type ImportReference, listImports } from './list-imports.js';
import { listMessageUses, type MessageUse } from './list-message-uses.js';
import { listPromisedContexts, type PromisedContext } from './list-promised-contexts.js';
import { listUnexported, type UnexportedProcedure } from './list-unexported.js';
import { listSyntaxErrors, type ParsedSource } from './parse-source.js';
import { type Deferral, readDeferral } from './read-deferral.js';
import { type ReadProcedure, readProcedures } from './read-procedures.js';
import type { TextEdit } from './text-edit.js';

/** What the text of a module tells, as plain data that may come from another thread. */
export interface ReadModule {
  /** Relative to the project where it lies inside, whole where it does not. */
  readonly file: string;
  readonly text: string;
  /** Where there are any, nothing else was read. */
  readonly syntaxErrors: readonly Diagnostic[];
  /** The exports that may be procedures, in the order they are written. */
  readonly procedures: readonly ReadProcedure[];
  readonly unexported: readonly UnexportedProcedure[];
  /** Where it counts on the application's own context. */
  readonly promisedContexts: readonly PromisedContext[];
  /** The modules that were looked at for `procedures`: absolute, with `/`. */
  readonly followed: readonly string[];
  /** Where it exports procedures alone, what it is as a function; null where it has to be a module. */
  readonly inlined: InlinedModule | null;
  /** What makes of it a module that a build may run; null where it is inlined, to be asked for if it is needed nevertheless. */
  readonly isolation: readonly TextEdit[] | null;
  readonly imports: readonly ImportReference[];
  /** The names of the values that it exports; null where its own text does not tell. */
  readonly exports: readonly string[] | null;
  /** Where `import.meta.url` stands. */
  readonly importMetas: readonly TextRange[];
  /** Null where a server has to run it when it starts. */
  readonly deferral: Deferral | null;
  /** The keys that its handlers and middlewares give to `ctx.t`. */
  readonly messageUses: readonly MessageUse[];
}

/** Where what of a module stands that is imported by nothing but its place: a configuration. */
export interface ReadConfig {
  readonly syntaxErrors: readonly Diagnostic[];
  readonly hasDefaultExport: boolean;
  /** Each value, by dotted path. */
  readonly places: ReadonlyMap<string, Place>;
  /** The cuts that leave out what only builds need. */
  readonly buildOptions: readonly TextEdit[];
}

/** Finds and parses what a module imports by that specifier; null when there is no such module. */
export type FollowImport = (
  specifier: string,
) => Promise<{ readonly path: string; readonly source: ParsedSource } | null>;

/** Reads all of a module that a build asks for, at once: its tree is not needed afterwards. */
export async function readModule(
  source: ParsedSource,
  moduleUrl: string,
  followImport: FollowImport,
): Promise<ReadModule> {
  const { file, tree } = source;
  const syntaxErrors = listSyntaxErrors(source);
  const { text } = tree;
  if (syntaxErrors.length > 0) return { file, text, syntaxErrors, ...NOTHING };
  const followed: string[] = [];
  const procedures = await readProcedures(source, async (specifier) => {
    const found = await followImport(specifier);
    if (found) followed.push(found.path);
    return found?.source ?? null;
  });
  const exports = listExports(tree);
  const inlined = exportsAlone(procedures, exports) ? inlineModule(tree, exports) : null;
  return {
    file,
    text,
    syntaxErrors,
    procedures,
    unexported: listUnexported(source),
    promisedContexts: listPromisedContexts(source),
    followed,
    inlined,
    isolation: inlined ? null : isolateModule(tree, moduleUrl),
    imports: listImports(source),
    exports,
    importMetas: findImportMeta(tree),
    deferral: readDeferral(tree),
    messageUses: listMessageUses(source),
  };
}

/** Whether nothing else is exported. */
function exportsAlone(
  procedures: readonly ReadProcedure[],
  exports: readonly string[] | null,
): exports is readonly string[] {
  const names = new Set(procedures.map(({ exportName }) => exportName));
  return names.size > 0 && exports !== null && exports.every((name) => names.has(name));
}

const NOTHING = {
  procedures: [],
  unexported: [],
  promisedContexts: [],
  followed: [],
  inlined: null,
  isolation: [],
  imports: [],
  exports: null,
  importMetas: [],
  deferral: null,
  messageUses: [],
} as const;
