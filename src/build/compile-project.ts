import type { Compilation } from '../compiler/compilation.js';
import { compile } from '../compiler/compile.js';
import type { Host } from '../compiler/host.js';
import type { ParsedFile } from '../compiler/parsed/parsed-file.js';
import { type BuildProgress, SILENT_PROGRESS } from '../compiler/progress.js';
import type { Project } from './builder.js';
import { NO_FILES, type ParsedFiles } from './cache/parsed-cache.js';
import { guardProcess } from './guard-process.js';

export interface CompileProjectOptions {
  /** The files of an earlier build that need not be parsed again. */
  readonly known?: ParsedFiles;
  readonly progress?: BuildProgress | undefined;
}

/**
 * Compiles a project, reusing `known` files if the result is the same as from parsing all. Code that the schemas run
 * cannot end this process.
 */
export async function compileProject(
  host: Host,
  project: Project,
  { known = NO_FILES, progress = SILENT_PROGRESS }: CompileProjectOptions = {},
): Promise<Compilation> {
  const run = (files: ParsedFiles) => compile(host, { ...project, known: files, progress });
  return guardProcess(async () => {
    const compilation = await run(known);
    const reusable = listReusable(compilation, known);
    return reusable.size === known.size ? compilation : run(reusable);
  });
}

/** These compare procedures by identity, which is lost if one is parsed and the other is reused. */
const BY_IDENTITY: ReadonlySet<string> = new Set(['duplicate-export', 'duplicate-route', 'nested-procedure']);

/**
 * Lists the known files that can be reused. Known and parsed files may share a recursive schema without an id: then all
 * files with such schemas must be parsed together.
 */
function listReusable({ diagnostics, parsed }: Compilation, known: ParsedFiles): ParsedFiles {
  if (known.size === 0) return known;
  if (diagnostics.some(({ code }) => BY_IDENTITY.has(code))) return NO_FILES;
  const fresh = parsed.filter(({ path }) => !known.has(path));
  if (!fresh.some(hasUnnamedComponents)) return known;
  return new Map([...known].filter(([, file]) => !hasUnnamedComponents(file)));
}

function hasUnnamedComponents({ components }: ParsedFile): boolean {
  return Object.values(components).some(({ id }) => id === undefined);
}
