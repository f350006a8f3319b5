import type { ProjectConfig } from '../config/project-config.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { followSideEffects } from '../parse/list-side-effect-imports.js';
import type { SourceModules } from '../parse/source-modules.js';
import type { ParsedFile } from '../parsed/parsed-file.js';

/**
 * What a module that schemas are made of imports for its side effects does not run in a build, unless it is part of the
 * setup. One that only declares has none.
 */
export function checkSideEffects(
  files: readonly ParsedFile[],
  { setup }: Pick<ProjectConfig, 'setup'>,
  sources: SourceModules,
): readonly Diagnostic[] {
  const ran = followSideEffects(
    setup.map(({ path }) => path),
    sources,
  );
  return files
    .flatMap(({ sideEffectImports }) => sideEffectImports)
    .filter(({ path }) => !ran.has(path) && hasSideEffects(path, sources))
    .map(({ specifier, path, location }) => {
      const message = `A build does not run ${JSON.stringify(specifier)}, which is imported for its side effects.`;
      const file = sources.parse(path)?.file ?? path;
      const help = `If schemas need it, add \`setup: ['./${file}']\` to the configuration; if not, \`warnings: { 'skipped-side-effect': 'off' }\` turns this off.`;
      return createDiagnostic('skipped-side-effect', location, message, { help });
    });
}

function hasSideEffects(path: string, sources: SourceModules): boolean {
  return [...followSideEffects([path], sources)].some((each) =>
    sources.parse(each)?.effects.some(({ node }) => !('directive' in node && node.directive)),
  );
}
