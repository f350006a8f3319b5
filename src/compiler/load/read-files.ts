import type { Diagnostic } from '../diagnostic.js';
import type { ProcedureFile } from '../discover/discover-procedure-files.js';
import { findProcedures, type ReadProcedure } from '../parse/find-procedures.js';
import { listMessageUses, type MessageUse } from '../parse/list-message-uses.js';
import { listUnexported, type UnexportedProcedure } from '../parse/list-unexported.js';
import { type Deferral, readDeferral } from '../parse/read-deferral.js';
import type { SourceModules } from '../parse/source-modules.js';

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
  sources: SourceModules,
): Promise<{ readonly files: readonly ReadFile[]; readonly diagnostics: readonly Diagnostic[] }> {
  const read = files.map((file) => readProcedureFile(file, sources));
  const broken = files.flatMap(({ path }) => {
    const module = sources.parse(path);
    return module && module.errors.length > 0 ? [module] : [];
  });
  const { listSyntaxErrors } =
    broken.length > 0 ? await import('../locations/list-syntax-errors.js') : { listSyntaxErrors: () => [] };
  return {
    files: read.filter((file) => file !== null),
    diagnostics: broken.flatMap((module) => listSyntaxErrors(module)),
  };
}

/** The keys that the handlers and middlewares of modules give to `ctx.t`. `paths` are absolute. */
export function readMessageUses(paths: readonly string[], sources: SourceModules): readonly MessageUse[] {
  const scripts = [...new Set(paths)].filter((path) => !path.endsWith('.json'));
  return scripts.flatMap((path) => {
    const module = sources.parse(path);
    return module ? listMessageUses(module) : [];
  });
}

/** Null for one that does not parse. */
export function readProcedureFile(file: ProcedureFile, sources: SourceModules): ReadFile | null {
  const module = sources.parse(file.path);
  if (!module || module.errors.length > 0) return null;
  const { procedures, followed } = findProcedures(module, sources);
  const [unexported, deferral] = [listUnexported(module), readDeferral(module)];
  return { ...file, procedures, unexported, imports: followed, deferral };
}
