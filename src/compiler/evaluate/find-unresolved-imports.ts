import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { listUsedImports } from '../parse/list-imports.js';
import { listCandidates } from '../parse/resolve-import.js';
import type { SourceModules } from '../parse/source-modules.js';
import { suggestImport } from '../parse/suggest-import.js';
import { compareLocations } from '../source-location.js';

/**
 * Reports imports of the project's own files that do not exist, in `entries` and all modules that they reach. Imports
 * that only handlers use count: the server's bundle needs them. Skips locations in `reported`, and packages.
 */
export function findUnresolvedImports(
  sources: SourceModules,
  entries: readonly string[],
  reported: readonly Diagnostic[],
): readonly Diagnostic[] {
  const reportedLocations = reported.flatMap((one) =>
    one.code === 'failing-import' ? [one, one.related ?? one] : [],
  );
  const found: Diagnostic[] = [];
  const paths = new Set(entries);
  for (const path of paths) {
    const module = sources.parse(path);
    for (const { specifier, location } of module ? listUsedImports(module) : []) {
      const target = sources.resolveImport(path, specifier);
      if (target.kind === 'module') paths.add(target.path);
      const isFile = /^\.{0,2}\//.test(specifier) && target.kind === 'missing' && target.isAbsent;
      if (!isFile) continue;
      // A watch rebuilds when one of them appears.
      for (const candidate of listCandidates(path, specifier)) sources.readText(candidate);
      if (reportedLocations.some((each) => compareLocations(each, location) === 0)) continue;
      const help = suggestImport(sources, path, specifier);
      found.push(createDiagnostic('failing-import', location, target.reason, { help }));
    }
  }
  return found;
}
