import { listUsedImports } from './list-imports.js';
import type { ModuleSyntax } from './module-syntax.js';
import { containsAwait } from './syntax-tree.js';

/** That a module may run as late as somebody needs what it exports. */
export interface Deferral {
  /** What it imports for its values, other than zod and procgen, by specifier: these run when they always did. */
  readonly imports: readonly string[];
}

/** Whether a module does nothing at its top but import and declare. Null where it does more. */
export function readDeferral(module: ModuleSyntax): Deferral | null {
  const { statements, effects, imports } = module;
  // What is exported from other modules, or imported with attributes, would have to be repeated as it is.
  const isHarmless = (statement: (typeof statements)[number]) =>
    statement.type === 'ImportDeclaration'
      ? statement.attributes.length === 0
      : !('source' in statement && statement.source) && !containsAwait(statement);
  if (effects.length > 0 || !statements.every(isHarmless)) return null;
  const used = new Set(listUsedImports(module).map(({ specifier }) => specifier));
  const isNeeded = (specifier: string) =>
    used.has(specifier) && specifier !== 'procgen' && specifier !== 'zod';
  return { imports: imports.filter(isNeeded) };
}
