import type { SourceLocation } from '../source-location.js';
import { locationOf } from './location-of.js';
import type { ModuleSyntax } from './module-syntax.js';
import type { SourceModules } from './source-modules.js';

/** `import './extend.js'` of a module of the project's own. */
export interface SideEffectImport {
  readonly specifier: string;
  /** What it leads to: absolute. */
  readonly path: string;
  /** Where the specifier stands. */
  readonly location: SourceLocation;
}

/** The modules of the project's own that a module imports for their side effects alone, in order. */
export function listSideEffectImports(
  module: ModuleSyntax,
  sources: SourceModules,
): readonly SideEffectImport[] {
  return module.sideEffectImports.flatMap((node) => {
    const target = sources.resolveImport(module.path, node.value);
    if (target.kind !== 'module') return [];
    return [{ specifier: node.value, path: target.path, location: locationOf(module, node) }];
  });
}

/** These modules, and all that importing them for their side effects leads to. */
export function followSideEffects(paths: readonly string[], sources: SourceModules): ReadonlySet<string> {
  const found = new Set(paths);
  for (const path of found) {
    const module = sources.parse(path);
    for (const next of module ? listSideEffectImports(module, sources) : []) found.add(next.path);
  }
  return found;
}
