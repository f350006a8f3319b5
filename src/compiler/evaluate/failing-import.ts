import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { listImports, listUsedImports } from '../parse/list-imports.js';
import { listCandidates } from '../parse/resolve-import.js';
import type { SourceModules } from '../parse/source-modules.js';
import { suggestImport } from '../parse/suggest-import.js';
import { relativeTo } from '../relative-path.js';
import { compareLocations, type SourceLocation, startOf } from '../source-location.js';
import type { ImportFailure } from './evaluate-exports.js';
import type { EvaluationContext } from './evaluate-in-order.js';

/**
 * The error of a file whose modules throw when the schemas are made: at its own line, or at the import that leads on. `help` is
 * for what a module throws.
 */
export function reportFailingImport(
  context: EvaluationContext,
  file: string,
  failure: ImportFailure,
  help?: string,
): Diagnostic {
  const { chain, location } = failure;
  const message =
    chain[0] === file ? `This file cannot be imported: ${describe(file, failure)}` : failure.reason;
  const isElsewhere = location !== undefined && location.file !== chain[0];
  const related = isElsewhere ? { related: { ...location, message: 'The error is here.' } } : {};
  const at = findLocation(context, file, failure);
  return createDiagnostic('failing-import', at, message, { help: failure.help ?? help, ...related });
}

/** The same of a file that the configuration names at `location`. */
export function reportFailingSetup(
  context: EvaluationContext,
  { file, location }: { readonly file: string; readonly location: SourceLocation },
  failure: ImportFailure,
): Diagnostic {
  const message = `${JSON.stringify(file)} cannot be imported: ${describe(file, failure)}`;
  const at = failure.location ?? findLocation(context, file, failure);
  const related = { ...at, message: 'The error is here.' };
  return createDiagnostic('failing-import', location, message, { help: failure.help, related });
}

/** Why, by which imports, and the line that threw unless it is the location of the error. */
function describe(file: string, { reason, chain, location, lines: [thrown] }: ImportFailure): string {
  const modules = chain.length > 1 ? chain.join(' → ') : '';
  const at = location ?? thrown;
  if (!at || at.file === file) return modules ? `${reason} (${modules})` : reason;
  if (at.file === chain.at(-1)) return `${reason} (${modules}:${at.line})`;
  const line = `thrown at ${at.file}:${at.line}`;
  return modules ? `${reason} (${modules}; ${line})` : `${reason} (${line})`;
}

function findLocation(
  { root, sources }: EvaluationContext,
  file: string,
  failure: ImportFailure,
): SourceLocation {
  const [first, next] = failure.chain;
  if (failure.location && failure.location.file === first) return failure.location;
  const path = `${root}/${file}`;
  const source = sources.parse(path);
  if (!source) return startOf(file);
  const way = listImports(source).find(({ specifier }) => {
    const target = next === undefined ? null : sources.resolve(path, specifier);
    return target !== null && relativeTo(root, target) === next;
  });
  return way?.location ?? failure.lines.find((line) => line.file === source.file) ?? startOf(file);
}

/**
 * The imports of files of the project's own that are not there, in `entries` and in all modules behind them: also those that only
 * handlers use, which the bundle of a server needs. None that `told` has at its place. Packages may be installed later.
 */
export function findUnfoundImports(
  sources: SourceModules,
  entries: readonly string[],
  told: readonly Diagnostic[],
): readonly Diagnostic[] {
  const locations = told.flatMap((one) => (one.code === 'failing-import' ? [one, one.related ?? one] : []));
  const found: Diagnostic[] = [];
  const paths = new Set(entries);
  for (const path of paths) {
    const module = sources.parse(path);
    for (const { specifier, location } of module ? listUsedImports(module) : []) {
      const target = sources.resolveImport(path, specifier);
      if (target.kind === 'module') paths.add(target.path);
      const isFile = /^\.{0,2}\//.test(specifier) && target.kind === 'missing' && target.isAbsent;
      if (!isFile) continue;
      // A watch waits for one of them.
      for (const candidate of listCandidates(path, specifier)) sources.readText(candidate);
      if (locations.some((each) => compareLocations(each, location) === 0)) continue;
      const help = suggestImport(sources, path, specifier);
      found.push(createDiagnostic('failing-import', location, target.reason, { help }));
    }
  }
  return found;
}
