import type { Diagnostic } from '../diagnostic.js';
import type { ProcedureFile } from '../discover/discover-procedure-files.js';
import { listSyntaxErrors } from './parse-source.js';
import { type ReadProcedure, readProcedures } from './read-procedures.js';
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
  const readable: ReadFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const file of files) {
    const source = await sources.read(file.path);
    if (!source) continue;
    const errors = listSyntaxErrors(source);
    if (errors.length > 0) {
      diagnostics.push(...errors);
      continue;
    }
    const imports: string[] = [];
    const procedures = await readProcedures(source, async (specifier) => {
      const path = await sources.resolve(file.path, specifier);
      if (path === null) return null;
      imports.push(path);
      return sources.read(path);
    });
    readable.push({ ...file, procedures, imports });
  }
  return { files: readable, diagnostics };
}
