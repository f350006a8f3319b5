import type { Diagnostic } from '../diagnostic.js';
import type { TextEdit } from '../parse/text-edit.js';
import type { Place } from '../place.js';
import { findImportMeta, type TextRange } from './import-meta.js';
import { type ImportReference, listImports } from './list-imports.js';
import { listMessageUses, type MessageUse } from './list-message-uses.js';
import { listPromisedContexts, type PromisedContext } from './list-promised-contexts.js';
import { listUnexported, type UnexportedProcedure } from './list-unexported.js';
import { listSyntaxErrors, type ParsedSource } from './parse-source.js';
import { type Deferral, readDeferral } from './read-deferral.js';
import { type ReadProcedure, readProcedures } from './read-procedures.js';

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
  readonly imports: readonly ImportReference[];
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
export async function readModule(source: ParsedSource, followImport: FollowImport): Promise<ReadModule> {
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
  return {
    file,
    text,
    syntaxErrors,
    procedures,
    unexported: listUnexported(source),
    promisedContexts: listPromisedContexts(source),
    followed,
    imports: listImports(source),
    importMetas: findImportMeta(tree),
    deferral: readDeferral(tree),
    messageUses: listMessageUses(source),
  };
}

const NOTHING = {
  procedures: [],
  unexported: [],
  promisedContexts: [],
  followed: [],
  imports: [],
  importMetas: [],
  deferral: null,
  messageUses: [],
} as const;
