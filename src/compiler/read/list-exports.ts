import { boundNames } from './bound-names.js';
import { isExported } from './module-scope.js';
import { ts } from './typescript.js';

/** The names of the values that a module exports, as it writes them; null where that takes another module to tell. */
export function listExports(tree: ts.SourceFile): readonly string[] | null {
  const names: string[] = [];
  for (const statement of tree.statements) {
    const found = listExported(statement);
    if (!found) return null;
    names.push(...found);
  }
  return names;
}

function listExported(statement: ts.Statement): readonly string[] | null {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly ? [] : listClause(statement);
  if (ts.isExportAssignment(statement)) return statement.isExportEquals ? null : ['default'];
  if (!isExported(statement) || has(statement, ts.SyntaxKind.DeclareKeyword)) return [];
  if (ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement)) return [];
  if (has(statement, ts.SyntaxKind.DefaultKeyword)) return ['default'];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  }
  const { name } = statement as { readonly name?: ts.Node };
  return name && ts.isIdentifier(name) ? [name.text] : null;
}

function listClause({ exportClause }: ts.ExportDeclaration): readonly string[] | null {
  if (!exportClause) return null;
  if (ts.isNamespaceExport(exportClause)) return [exportClause.name.text];
  return exportClause.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => name.text);
}

function has(statement: ts.Statement, kind: ts.SyntaxKind): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? statement.modifiers : undefined;
  return modifiers?.some((modifier) => modifier.kind === kind) ?? false;
}
