import { leftmostIdentifier } from './builder-chain.js';
import { ts } from './typescript.js';

/** What a module's top level declares and imports, by name. */
export interface ModuleScope {
  readonly tree: ts.SourceFile;
  /** Import bindings: local name to module specifier. */
  readonly imports: ReadonlyMap<string, string>;
  /** `const`, `let` and `var` with a plain name and a value. */
  readonly variables: ReadonlyMap<string, ts.VariableDeclaration>;
  readonly functions: ReadonlyMap<string, ts.FunctionDeclaration>;
  /** The statements of `variables`, by the same names. */
  readonly statements: ReadonlyMap<string, ts.VariableStatement>;
}

export function readModuleScope(tree: ts.SourceFile): ModuleScope {
  const imports = new Map<string, string>();
  const variables = new Map<string, ts.VariableDeclaration>();
  const functions = new Map<string, ts.FunctionDeclaration>();
  const statements = new Map<string, ts.VariableStatement>();
  for (const statement of tree.statements) {
    if (ts.isImportDeclaration(statement)) {
      for (const name of importedNames(statement)) imports.set(name, specifierOf(statement));
    } else if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations) {
        if (!ts.isIdentifier(declaration.name)) continue;
        variables.set(declaration.name.text, declaration);
        statements.set(declaration.name.text, statement);
      }
    } else if (ts.isFunctionDeclaration(statement) && statement.name) {
      functions.set(statement.name.text, statement);
    }
  }
  return { tree, imports, variables, functions, statements };
}

/** Whether the value behind `name` comes from one of the modules that `matches`, through the file's own variables. */
export function isRootedIn(
  scope: ModuleScope,
  name: string,
  matches: (specifier: string) => boolean,
): boolean {
  const seen = new Set<string>();
  for (let current: string | undefined = name; current !== undefined && !seen.has(current); ) {
    seen.add(current);
    const specifier = scope.imports.get(current);
    if (specifier !== undefined) return matches(specifier);
    const initializer: ts.Expression | undefined = scope.variables.get(current)?.initializer;
    current = initializer && leftmostIdentifier(initializer)?.text;
  }
  return false;
}

export function isZod(specifier: string): boolean {
  return /^zod(\/|$)/.test(specifier);
}

/** Whether a statement has the word `export`. */
export function isExported(statement: ts.Statement | undefined): boolean {
  const modifiers = statement && ts.canHaveModifiers(statement) ? statement.modifiers : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

/** Whether a procedure builder may come from there: from the package, or from the project's own modules. */
export function mayGiveBuilder(specifier: string): boolean {
  return specifier === 'procgen' || /^[.#~@]/.test(specifier);
}

function importedNames({ importClause }: ts.ImportDeclaration): string[] {
  if (!importClause || importClause.isTypeOnly) return [];
  const { name, namedBindings } = importClause;
  const names = name ? [name.text] : [];
  if (namedBindings && ts.isNamespaceImport(namedBindings)) names.push(namedBindings.name.text);
  if (namedBindings && ts.isNamedImports(namedBindings)) {
    names.push(...namedBindings.elements.filter((item) => !item.isTypeOnly).map((item) => item.name.text));
  }
  return names;
}

export function specifierOf(statement: ts.ImportDeclaration): string {
  return ts.isStringLiteral(statement.moduleSpecifier) ? statement.moduleSpecifier.text : '';
}
