import type { Node, Statement } from 'oxc-parser';
import type { SourceLocation } from '../source-location.js';
import { locationOf, type TextRange } from './location-of.js';
import type { ModuleSyntax } from './module-syntax.js';
import type { SourceModules } from './source-modules.js';
import { containsAwait, isType, listReferences } from './syntax-tree.js';

/** An `import … from` or `export … from` that is not only for types. */
export interface ImportReference {
  readonly specifier: string;
  /** The location of the specifier. */
  readonly location: SourceLocation;
}

export function listImports(
  module: ModuleSyntax,
  statements: readonly Statement[] = module.statements,
): readonly ImportReference[] {
  return statements.flatMap((statement) => {
    const source = sourceOf(statement);
    return source ? [{ specifier: source.value, location: locationOf(module, source) }] : [];
  });
}

/** Lists the imports that a module needs to run: those with names that it uses, and those for side effects. */
export function listUsedImports(module: ModuleSyntax): readonly ImportReference[] {
  const { declarations, statements } = module;
  const isSkipped = (node: Node) => node.type === 'ImportDeclaration' || isTypeOnly(node) || isType(node);
  const names = new Set(statements.flatMap((statement) => [...listReferences(statement, isSkipped)]));
  const used = statements.filter(
    (statement) =>
      statement.type !== 'ImportDeclaration' ||
      statement.specifiers.length === 0 ||
      statement.specifiers.some(({ local }) => names.has(local.name) && declarations.has(local.name)),
  );
  return listImports(module, used);
}

/** Returns the specifier of the import or export statement that contains the range. */
export function findSource({ statements }: ModuleSyntax, { start }: TextRange): TextRange | null {
  const statement = statements.find((each) => each.start <= start && start < each.end);
  return statement ? sourceOf(statement) : null;
}

function sourceOf(statement: Statement): (TextRange & { readonly value: string }) | null {
  return 'source' in statement && !isTypeOnly(statement) ? (statement.source ?? null) : null;
}

function isTypeOnly(node: Node | Statement): boolean {
  return (
    ('importKind' in node && node.importKind === 'type') ||
    ('exportKind' in node && node.exportKind === 'type')
  );
}

/**
 * Lists the specifiers of a module's value imports other than zod and procgen, if the module may be loaded on demand:
 * these imports stay eager. Null if its top level does more than import and declare.
 */
export function listDeferredImports(module: ModuleSyntax): readonly string[] | null {
  const { statements, effects, imports } = module;
  // Re-exports and imports with attributes would have to be repeated exactly.
  const isDeferrable = (statement: (typeof statements)[number]) =>
    statement.type === 'ImportDeclaration'
      ? statement.attributes.length === 0
      : !('source' in statement && statement.source) && !containsAwait(statement);
  if (effects.length > 0 || !statements.every(isDeferrable)) return null;
  const used = new Set(listUsedImports(module).map(({ specifier }) => specifier));
  const isNeeded = (specifier: string) =>
    used.has(specifier) && specifier !== 'procgen' && specifier !== 'zod';
  return imports.filter(isNeeded);
}

/** `import './extend.js'` of a module of the project's own. */
export interface SideEffectImport {
  readonly specifier: string;
  /** The target, an absolute path. */
  readonly path: string;
  /** The location of the specifier. */
  readonly location: SourceLocation;
}

/** Lists the project's own modules that a module imports only for their side effects, in order. */
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

/** Returns these modules and all that they import for side effects, transitively. */
export function followSideEffects(paths: readonly string[], sources: SourceModules): ReadonlySet<string> {
  const found = new Set(paths);
  for (const path of found) {
    const module = sources.parse(path);
    for (const next of module ? listSideEffectImports(module, sources) : []) found.add(next.path);
  }
  return found;
}
