import { leftmostIdentifier, unwrap } from './builder-chain.js';
import { findHandlers } from './find-handlers.js';
import { findImportMeta } from './import-meta.js';
import { isRootedIn, isZod, type ModuleScope, readModuleScope } from './module-scope.js';
import { applyEdits, type TextEdit } from './text-edit.js';
import { ts } from './typescript.js';

/**
 * A module of the project's as the build may run it. Handlers, middleware and config functions are cut out;
 * top-level statements that only have an effect are dropped, but for those on schemas; every other top-level
 * value is marked as pure, so that the bundler leaves out what no schema reaches.
 */
export function isolateModule(tree: ts.SourceFile, moduleUrl: string): string {
  if (!ts.isExternalModule(tree)) return tree.text;
  const scope = readModuleScope(tree);
  const handlers = findHandlers(tree, scope);
  const isReferenced = findReferences(tree, handlers);
  const state = { patterns: 0 };
  const statements = tree.statements.flatMap((statement) =>
    isolateStatement(tree, statement, scope, isReferenced, state),
  );
  return applyEdits(tree.text, [
    ...statements,
    ...handlers,
    ...findImportMeta(tree, JSON.stringify(moduleUrl)),
  ]);
}

function isolateStatement(
  tree: ts.SourceFile,
  statement: ts.Statement,
  scope: ModuleScope,
  isReferenced: (name: string, declaration: ts.Node) => boolean,
  state: { patterns: number },
): TextEdit[] {
  if (ts.isVariableStatement(statement)) {
    if (hasModifier(statement, ts.SyntaxKind.DeclareKeyword)) return [];
    const isExported = hasModifier(statement, ts.SyntaxKind.ExportKeyword);
    return statement.declarationList.declarations.flatMap((declaration) =>
      isolateDeclaration(tree, declaration, isExported, isReferenced, state),
    );
  }
  if (ts.isExportAssignment(statement) && !statement.isExportEquals) {
    const { expression } = statement;
    if (isInert(expression) || containsAwait(expression)) return [];
    return wrap(expression, 'export default /* @__PURE__ */ (() => (', '))();', statement);
  }
  if (isEffect(statement) && !isSchemaEffect(statement, scope)) return [replace(statement, ';')];
  return [];
}

function isolateDeclaration(
  tree: ts.SourceFile,
  declaration: ts.VariableDeclaration,
  isExported: boolean,
  isReferenced: (name: string, declaration: ts.Node) => boolean,
  state: { patterns: number },
): TextEdit[] {
  const { initializer, name } = declaration;
  if (!initializer || isInert(initializer)) return [];
  const names = boundNames(name);
  if (containsAwait(initializer)) {
    const isNeeded = isExported || names.some((bound) => isReferenced(bound, declaration));
    return isNeeded ? [] : [replace(declaration, names.map((bound) => `${bound} = undefined`).join(', '))];
  }
  if (ts.isIdentifier(name)) return wrap(initializer, ' /* @__PURE__ */ (() => (', '))()', initializer);
  const whole = `$procgen${state.patterns++}`;
  const pattern = name.getText(tree);
  const rest = names.map((bound) => `, ${bound} = /* @__PURE__ */ (() => ${whole}.${bound})()`).join('');
  const before = `${whole} = /* @__PURE__ */ (() => { const ${pattern} = (`;
  const after = `); return { ${names.join(', ')} }; })()${rest}`;
  return wrap(initializer, before, after, declaration);
}

/** Puts text around `kept`, in place of what else `whole` holds. */
function wrap(kept: ts.Node, before: string, after: string, whole: ts.Node): TextEdit[] {
  return [
    { start: whole.getStart(), end: kept.getStart(), replacement: before },
    { start: kept.end, end: whole.end, replacement: after },
  ];
}

function replace(node: ts.Node, replacement: string): TextEdit {
  return { start: node.getStart(), end: node.end, replacement };
}

/** A value that the bundler sees through by itself. */
function isInert(expression: ts.Expression): boolean {
  const value = unwrap(expression);
  return (
    ts.isLiteralExpression(value) ||
    ts.isIdentifier(value) ||
    ts.isArrowFunction(value) ||
    ts.isFunctionExpression(value) ||
    ts.isClassExpression(value)
  );
}

/** A statement that declares nothing. */
function isEffect(statement: ts.Statement): boolean {
  return (
    ts.isExpressionStatement(statement) ||
    ts.isIfStatement(statement) ||
    ts.isIterationStatement(statement, false) ||
    ts.isTryStatement(statement) ||
    ts.isSwitchStatement(statement) ||
    ts.isThrowStatement(statement) ||
    ts.isBlock(statement) ||
    ts.isLabeledStatement(statement)
  );
}

/** Whether a statement acts on schemas: `z.config(…)`, `Item.register(…)`. */
function isSchemaEffect(statement: ts.Statement, scope: ModuleScope): boolean {
  if (!ts.isExpressionStatement(statement)) return false;
  const root = leftmostIdentifier(statement.expression);
  return root !== null && isRootedIn(scope, root.text, isZod);
}

function findReferences(
  tree: ts.SourceFile,
  cuts: readonly TextEdit[],
): (name: string, own: ts.Node) => boolean {
  const places = new Map<string, number[]>();
  const visit = (node: ts.Node): void => {
    if (cuts.some((cut) => node.pos >= cut.start && node.end <= cut.end)) return;
    if (ts.isIdentifier(node)) places.set(node.text, [...(places.get(node.text) ?? []), node.pos]);
    ts.forEachChild(node, visit);
  };
  let isVisited = false;
  return (name, own) => {
    if (!isVisited) visit(tree);
    isVisited = true;
    return (places.get(name) ?? []).some((position) => position < own.pos || position >= own.end);
  };
}

function containsAwait(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  if (ts.isAwaitExpression(node)) return true;
  return ts.forEachChild(node, containsAwait) ?? false;
}

function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []));
}

function hasModifier(node: ts.HasModifiers, kind: ts.SyntaxKind): boolean {
  return node.modifiers?.some((modifier) => modifier.kind === kind) ?? false;
}
