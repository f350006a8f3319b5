import type { Diagnostic } from '../diagnostic.js';
import type { ProcedureFile } from '../discover/discover-procedure-files.js';
import type { MessageUse } from './list-message-uses.js';
import type { UnexportedProcedure } from './list-unexported.js';
import type { Deferral } from './read-deferral.js';
import type { ReadProcedure } from './read-procedures.js';
import type { SourceCache } from './source-cache.js';

/** A procedure file as it was read. */
export interface ReadFile extends ProcedureFile {
  readonly procedures: readonly ReadProcedure[];
  readonly unexported: readonly UnexportedProcedure[];
  /** The project's own modules that were looked at to tell what a procedure is: absolute, with `/`. */
  readonly imports: readonly string[];
  /** Null where a server has to run it when it starts. */
  readonly deferral: Deferral | null;
}

/** Reads every file that parses; the others give their syntax errors. */
export async function readFiles(
  files: readonly ProcedureFile[],
  sources: SourceCache,
): Promise<{ readonly files: readonly ReadFile[]; readonly diagnostics: readonly Diagnostic[] }> {
  const modules = await Promise.all(files.map(({ path }) => sources.read(path)));
  const read = await Promise.all(files.map((file) => readProcedureFile(file, sources)));
  return {
    files: read.filter((file) => file !== null),
    diagnostics: modules.flatMap((module) => module?.syntaxErrors ?? []),
  };
}

/** The keys that the handlers and middlewares of modules give to `ctx.t`. `paths` are absolute. */
export async function readMessageUses(
  paths: readonly string[],
  sources: SourceCache,
): Promise<readonly MessageUse[]> {
  const scripts = [...new Set(paths)].filter((path) => !path.endsWith('.json'));
  const modules = await Promise.all(scripts.map((path) => sources.read(path)));
  return modules.flatMap((module) => module?.messageUses ?? []);
}

/** Null for one that does not parse. */
export async function readProcedureFile(file: ProcedureFile, sources: SourceCache): Promise<ReadFile | null> {
  const module = await sources.read(file.path);
  if (!module || module.syntaxErrors.length > 0) return null;
  const { procedures, unexported, followed, deferral } = module;
  return { ...file, procedures, unexported, imports: followed, deferral };
}
