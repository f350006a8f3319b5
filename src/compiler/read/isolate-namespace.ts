import { boundNames } from './bound-names.js';
import { startOfNode } from './node-range.js';
import type { TextEdit } from './text-edit.js';
import { ts } from './typescript.js';

/** A declaration of TypeScript's own that runs code: a namespace, or an enum with computed values. */
export type RunningDeclaration = (ts.ModuleDeclaration | ts.EnumDeclaration) & {
  readonly name: ts.Identifier;
};

export function isRunningDeclaration(statement: ts.Statement): statement is RunningDeclaration {
  const isAmbient =
    ts.canHaveModifiers(statement) &&
    statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword);
  if (isAmbient) return false;
  if (ts.isEnumDeclaration(statement)) return statement.members.some(isComputed);
  return ts.isModuleDeclaration(statement) && ts.isIdentifier(statement.name);
}

function isComputed({ initializer }: ts.EnumMember): boolean {
  if (!initializer) return false;
  const value = ts.isPrefixUnaryExpression(initializer) ? initializer.operand : initializer;
  return !ts.isLiteralExpression(value);
}

/**
 * Puts `mark` in the place of a declaration. Several that have one name are one, and so they are with a function, a
 * class or an enum: such a one stays, since only together they are what they are. So does one beside a constant, which
 * can hold nothing but types.
 */
export function replaceDeclaration(
  statement: RunningDeclaration,
  tree: ts.SourceFile,
  mark: string,
): TextEdit[] {
  const name = statement.name.text;
  const others = tree.statements.filter(
    (other) => other !== statement && declaredNames(other).includes(name),
  );
  if (others.some((other) => !ts.isModuleDeclaration(other) || !isRunningDeclaration(other))) return [];
  const isFirst = others.every((other) => other.pos > statement.pos);
  const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  const replacement = isFirst ? `${isExported ? 'export ' : ''}const ${name} = ${mark};` : ';';
  return [{ start: startOfNode(statement, tree), end: statement.end, replacement }];
}

/** Whether a namespace stands under this name, which belongs to the class or function of that name. */
export function hasNamespace(statements: readonly ts.Statement[], name: string | undefined): boolean {
  return statements.some(
    (statement) =>
      isRunningDeclaration(statement) && ts.isModuleDeclaration(statement) && statement.name.text === name,
  );
}

/** The names under which something stands at run time; types have none. */
function declaredNames(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  const isDeclaration =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isModuleDeclaration(statement);
  return isDeclaration && statement.name ? [statement.name.text] : [];
}
