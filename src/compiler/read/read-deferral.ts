import { isDeclarative } from './is-declarative.js';
import { type ModuleScope, readModuleScope, specifierOf } from './module-scope.js';
import { ts } from './typescript.js';

/** That a module may run as late as somebody needs what it exports. */
export interface Deferral {
  /** What it imports for its values, other than zod and procgen, by specifier: these run when they always did. */
  readonly imports: readonly string[];
}

/**
 * Whether a module does nothing but declare schemas, procedures and functions, so that nobody can tell when it runs: what a
 * build has run of it cannot fail or come to anything else in a server. Null where it does more, or may do.
 */
export function readDeferral(tree: ts.SourceFile): Deferral | null {
  const scope = readModuleScope(tree);
  if (!tree.statements.every((statement) => isDeclaration(statement, scope))) return null;
  const importing = tree.statements.filter(isOwnImport);
  const used = importing.length > 0 ? listUsedNames(tree) : NO_NAMES;
  const specifiers = importing.filter((each) => isNeeded(each, used, scope)).map(specifierOf);
  return { imports: [...new Set(specifiers)] };
}

/** They run before any module of a project's does. */
const OUTSIDE: ReadonlySet<string> = new Set(['procgen', 'zod']);

const NO_NAMES: ReadonlySet<string> = new Set();

function isDeclaration(statement: ts.Statement, scope: ModuleScope): boolean {
  if (ts.isVariableStatement(statement)) {
    const { declarations, flags } = statement.declarationList;
    if ((flags & ts.NodeFlags.BlockScoped) !== ts.NodeFlags.Const) return false;
    return declarations.every(
      ({ name, initializer }) =>
        ts.isIdentifier(name) && initializer !== undefined && isDeclarative(initializer, scope),
    );
  }
  if (ts.isExportAssignment(statement))
    return !statement.isExportEquals && isDeclarative(statement.expression, scope);
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly || !statement.moduleSpecifier;
  return (
    // An import with attributes would have to be repeated with them.
    (ts.isImportDeclaration(statement) && !statement.attributes) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  );
}

function isOwnImport(statement: ts.Statement): statement is ts.ImportDeclaration {
  return ts.isImportDeclaration(statement) && !OUTSIDE.has(specifierOf(statement));
}

/** Whether an import is there when the module runs: one of types only is not. */
function isNeeded(
  statement: ts.ImportDeclaration,
  used: ReadonlySet<string>,
  { imports }: ModuleScope,
): boolean {
  if (!statement.importClause) return true;
  const specifier = specifierOf(statement);
  return [...imports].some(([name, from]) => from === specifier && used.has(name));
}

/** The names that a module uses as values: an import that is only a type's is none when it runs. */
function listUsedNames(tree: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    else if (ts.isPropertyAccessExpression(node)) visit(node.expression);
    else if (!ts.isImportDeclaration(node) && !isOfTypes(node)) ts.forEachChild(node, visit);
  };
  visit(tree);
  return names;
}

function isOfTypes(node: ts.Node): boolean {
  return ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
}
