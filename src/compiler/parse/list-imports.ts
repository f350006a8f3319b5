import type { Node, Statement } from 'oxc-parser';
import type { SourceLocation } from '../source-location.js';
import { locationOf, type TextRange } from './location-of.js';
import type { ModuleSyntax } from './module-syntax.js';
import { isType, listReferences } from './syntax-tree.js';

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
