import type { Diagnostic } from '../diagnostic.js';
import type { ProcedureFile } from '../discover/discover-procedure-files.js';
import type { ReadProcedure } from './read-procedures.js';
import type { SourceCache } from './source-cache.js';

/** A procedure file as it was read. */
export interface ReadFile extends ProcedureFile {
  readonly procedures: readonly ReadProcedure[];
  /** The project's own modules that were looked at to tell what a procedure is: absolute, with `/`. */
  readonly imports: readonly string[];
}

/** Reads every file that parses; the others give their syntax errors. */
export async function readFiles(
  files: readonly ProcedureFile[],
  sources: SourceCache,
): Promise<{ readonly files: readonly ReadFile[]; readonly diagnostics: readonly Diagnostic[] }> {
  const modules = await Promise.all(files.map(({ path }) => sources.read(path)));
  const readable: ReadFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [index, file] of files.entries()) {
    const { syntaxErrors = [], procedures, followed } = modules[index] ?? {};
    diagnostics.push(...syntaxErrors);
    if (!procedures || !followed || syntaxErrors.length > 0) continue;
    readable.push({ ...file, procedures, imports: followed });
  }
  return { files: readable, diagnostics };
}
