import type { Node, Statement } from 'oxc-parser';
import type { SourceLocation } from '../source-location.js';
import { locationOf, type TextRange } from './location-of.js';
import type { ModuleSyntax } from './module-syntax.js';
import type { SourceModules } from './source-modules.js';
import { containsAwait, isType, listReferences } from './syntax-tree.js';

/** An `import … from` or `export … from` of a module, of more than types. */
export interface ImportReference {
  readonly specifier: string;
  /** Where the specifier stands. */
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

/** The imports without which a module does not run: those of names that it uses, and those for a side effect. */
export function listUsedImports(module: ModuleSyntax): readonly ImportReference[] {
  const { declarations, statements } = module;
  const isLeftOut = (node: Node) => node.type === 'ImportDeclaration' || isTypeOnly(node) || isType(node);
  const names = new Set(statements.flatMap((statement) => [...listReferences(statement, isLeftOut)]));
  const used = statements.filter(
    (statement) =>
      statement.type !== 'ImportDeclaration' ||
      statement.specifiers.length === 0 ||
      statement.specifiers.some(({ local }) => names.has(local.name) && declarations.has(local.name)),
  );
  return listImports(module, used);
}

/** The specifier of the statement that a part of an import or export belongs to. */
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
 * What a module imports for its values, other than zod and procgen, by specifier, where it may run as late as somebody needs
 * what it exports: these run when they always did. Null where it does more at its top than import and declare.
 */
export function listDeferredImports(module: ModuleSyntax): readonly string[] | null {
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
  return imports.filter(isNeeded);
}

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
