import { boundNames } from './bound-names.js';
import { leftmostIdentifier } from './builder-chain.js';
import { type ModuleScope, readModuleScope } from './module-scope.js';
import type { ParsedSource } from './parse-source.js';
import { ts } from './typescript.js';

/** Reads another module of the project's by the specifier that the file imports it with. */
export type ReadImport = (specifier: string) => Promise<ParsedSource | null>;

/**
 * The names at a module's top level through which a procedure can come about: the package's builders, and every
 * variable, function, class and import of the project's own that is made with one of them.
 */
export async function findProcedureSources(
  { tree }: ParsedSource,
  scope: ModuleScope,
  readImport: ReadImport,
): Promise<ReadonlySet<string>> {
  const names = listBuilders(tree);
  for (const [name, specifier] of scope.imports) {
    const imported = specifier.startsWith('.') ? await readImport(specifier) : null;
    if (imported && leadsToProcedure(imported.tree, name)) names.add(name);
  }
  spread(tree, names);
  return names;
}

/** Whether a module makes what it exports as `name` with a builder; where that name is not found, whether it has any. */
function leadsToProcedure(tree: ts.SourceFile, name: string): boolean {
  const names = listBuilders(tree);
  if (names.size === 0) return false;
  spread(tree, names);
  const { variables, functions } = readModuleScope(tree);
  return variables.has(name) || functions.has(name) ? names.has(name) : true;
}

/** Whether an expression has such a name in a part that runs at once, not inside a function for later. */
export function mentionsNow(node: ts.Node, names: ReadonlySet<string>, parent?: ts.Node): boolean {
  if (ts.isCallExpression(node) && isFunction(withoutParentheses(node.expression))) {
    return (
      mentions(node.expression, names) ||
      node.arguments.some((argument) => mentionsNow(argument, names, node))
    );
  }
  if (isFunction(node)) return false;
  if (ts.isIdentifier(node)) return isReference(node, parent) && names.has(node.text);
  return ts.forEachChild(node, (child) => mentionsNow(child, names, node)) ?? false;
}

/** Whether an expression, or a declaration, has such a name anywhere. What it starts with is asked first: it is that mostly. */
function mentions(node: ts.Node, names: ReadonlySet<string>): boolean {
  const first = ts.isExpression(node) ? leftmostIdentifier(node) : null;
  if (first && names.has(first.text)) return true;
  const references = listReferences(node);
  for (const name of names) if (references.has(name)) return true;
  return false;
}

/** The names that are referred to inside a node, by that node: asked for again with every new name. */
const known = new WeakMap<ts.Node, ReadonlySet<string>>();

export function listReferences(root: ts.Node): ReadonlySet<string> {
  const before = known.get(root);
  if (before) return before;
  const references = new Set<string>();
  const visit = (node: ts.Node, parent?: ts.Node): void => {
    if (!ts.isIdentifier(node)) ts.forEachChild(node, (child) => visit(child, node));
    else if (isReference(node, parent)) references.add(node.text);
  };
  visit(root);
  known.set(root, references);
  return references;
}

/** The names under which the package's builders were imported. */
function listBuilders(tree: ts.SourceFile): Set<string> {
  const builders = new Set<string>();
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const { importClause, moduleSpecifier } = statement;
    const bindings = importClause?.namedBindings;
    if (moduleSpecifier.text !== 'procgen' || !bindings) continue;
    if (ts.isNamespaceImport(bindings)) builders.add(bindings.name.text);
    else {
      for (const { propertyName, name } of bindings.elements) {
        if (['procedure', 'createProcedure'].includes((propertyName ?? name).text)) builders.add(name.text);
      }
    }
  }
  return builders;
}

/** Adds whatever the module's top level makes with one of the names, until nothing is new. */
function spread(tree: ts.SourceFile, names: Set<string>): void {
  let before = -1;
  while (before !== names.size) {
    before = names.size;
    for (const statement of tree.statements) {
      if (ts.isVariableStatement(statement)) {
        for (const { name, initializer } of statement.declarationList.declarations) {
          if (initializer && mentions(initializer, names))
            for (const bound of boundNames(name)) names.add(bound);
        }
      } else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
        if (statement.name && mentions(statement, names)) names.add(statement.name.text);
      } else if (ts.isExpressionStatement(statement) && ts.isBinaryExpression(statement.expression)) {
        const { left, right } = statement.expression;
        if (ts.isIdentifier(left) && mentions(right, names)) names.add(left.text);
      }
    }
  }
}

/** Not the name of a property, a key, or a label. */
function isReference(node: ts.Identifier, parent: ts.Node | undefined): boolean {
  if (!parent) return true;
  if (ts.isPropertyAccessExpression(parent)) return parent.name !== node;
  return !(ts.isPropertyAssignment(parent) && parent.name === node);
}

export function isFunction(node: ts.Node): boolean {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isMethodDeclaration(node);
}

function withoutParentheses(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) ? withoutParentheses(node.expression) : node;
}
