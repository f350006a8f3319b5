import { boundNames } from './bound-names.js';
import { unwrap } from './builder-chain.js';
import { findHandlers } from './find-handlers.js';
import { findImportMeta } from './import-meta.js';
import { isolateClass } from './isolate-class.js';
import { hasNamespace, isRunningDeclaration, replaceDeclaration } from './isolate-namespace.js';
import { type LiveValues, markValue } from './live-values.js';
import { type ModuleScope, readModuleScope } from './module-scope.js';
import { startOfNode, textOfNode } from './node-range.js';
import { findTargets, isEffect, isSchemaEffect } from './statement-effects.js';
import type { TextEdit } from './text-edit.js';
import { ts } from './typescript.js';

/**
 * The edits that make a module of the project's one that the build may run. Handlers, middleware and config functions are cut out;
 * top-level statements that only have an effect are dropped, but for those on schemas; every other top-level
 * value is marked as pure, so that the bundler leaves out what no schema reaches. What cannot be marked, because it
 * awaits, because statements change it afterwards, or because it is a namespace, is left out at first and put back once
 * `live` names it.
 */
export function isolateModule(
  tree: ts.SourceFile,
  moduleUrl: string,
  live: LiveValues = new Set(),
): TextEdit[] {
  if (!ts.isExternalModule(tree)) return [];
  const scope = readModuleScope(tree);
  const effects = tree.statements.filter(isEffect);
  const changed = new Set(effects.flatMap((effect) => findTargets(effect, scope)));
  const module: IsolatedModule = {
    tree,
    scope,
    isChanged: (name) => changed.has(name),
    isLive: (name) => live.has(keyOf(moduleUrl, name)),
    mark: (name) => markValue(keyOf(moduleUrl, name)),
    patterns: 0,
  };
  const url = JSON.stringify(moduleUrl);
  return [
    ...tree.statements.flatMap((statement) => isolateStatement(module, statement)),
    ...findHandlers(tree, scope),
    ...findImportMeta(tree).map((range) => ({ ...range, replacement: url })),
  ];
}

interface IsolatedModule {
  readonly tree: ts.SourceFile;
  readonly scope: ModuleScope;
  /** Whether a statement that only has an effect changes the value of that name. */
  readonly isChanged: (name: string) => boolean;
  readonly isLive: (name: string) => boolean;
  /** What stands for the value of that name until it is known to be live. */
  readonly mark: (name: string) => string;
  patterns: number;
}

function keyOf(moduleUrl: string, name: string): string {
  return `${moduleUrl}#${encodeURIComponent(name)}`;
}

function isolateStatement(module: IsolatedModule, statement: ts.Statement): TextEdit[] {
  if (ts.isVariableStatement(statement)) {
    if (hasModifier(statement, ts.SyntaxKind.DeclareKeyword)) return [];
    const { declarationList } = statement;
    const isolated = declarationList.declarations.flatMap((declaration) =>
      isolateDeclaration(module, declaration),
    );
    return [...keepUndisposed(module, declarationList), ...isolated];
  }
  if (ts.isClassDeclaration(statement)) {
    const isShared = hasNamespace(module.tree.statements, statement.name?.text);
    return isShared ? [] : isolateClass(module.tree, statement);
  }
  if (isRunningDeclaration(statement)) {
    const name = statement.name.text;
    if (module.isLive(name)) return [];
    return replaceDeclaration(statement, module.tree, module.mark(name));
  }
  if (ts.isExportAssignment(statement) && !statement.isExportEquals) {
    const { expression } = statement;
    if (isInert(expression) || (containsAwait(module, expression) && module.isLive('default'))) return [];
    if (containsAwait(module, expression)) return [replace(module.tree, expression, module.mark('default'))];
    return wrap(module, expression, {
      before: 'export default /* @__PURE__ */ (() => (',
      after: '))();',
      whole: statement,
    });
  }
  if (!isEffect(statement) || isSchemaEffect(statement, module.scope)) return [];
  return findTargets(statement, module.scope).some(module.isLive)
    ? []
    : [replace(module.tree, statement, ';')];
}

/** What `using` declares is a constant to a build: nothing disposes of it before the schemas are looked at. */
function keepUndisposed({ tree }: IsolatedModule, list: ts.VariableDeclarationList): TextEdit[] {
  const [first] = list.declarations;
  // `await using` has the flag too.
  if (!first || (list.flags & ts.NodeFlags.Using) === 0) return [];
  return [{ start: startOfNode(list, tree), end: startOfNode(first, tree), replacement: 'const ' }];
}

function isolateDeclaration(module: IsolatedModule, declaration: ts.VariableDeclaration): TextEdit[] {
  const { initializer, name } = declaration;
  const names = boundNames(name);
  const isAwaited = initializer !== undefined && containsAwait(module, initializer);
  if (isAwaited || names.some(module.isChanged)) {
    if (!names.some(module.isLive)) {
      return [
        replace(
          module.tree,
          declaration,
          names.map((bound) => `${bound} = ${module.mark(bound)}`).join(', '),
        ),
      ];
    }
    if (isAwaited) return [];
  }
  if (!initializer || isInert(initializer)) return [];
  if (ts.isIdentifier(name))
    return wrap(module, initializer, { before: ' /* @__PURE__ */ (() => (', after: '))()' });
  const whole = `$procgen${module.patterns++}`;
  const pattern = textOfNode(name, module.tree);
  const rest = names.map((bound) => `, ${bound} = /* @__PURE__ */ (() => ${whole}.${bound})()`).join('');
  const before = `${whole} = /* @__PURE__ */ (() => { const ${pattern} = (`;
  const after = `); return { ${names.join(', ')} }; })()${rest}`;
  return wrap(module, initializer, { before, after, whole: declaration });
}

/** Puts text around `kept`, in place of what else `whole` holds. */
function wrap(
  { tree }: IsolatedModule,
  kept: ts.Node,
  { before, after, whole = kept }: { before: string; after: string; whole?: ts.Node },
): TextEdit[] {
  return [
    { start: startOfNode(whole, tree), end: startOfNode(kept, tree), replacement: before },
    { start: kept.end, end: whole.end, replacement: after },
  ];
}

function replace(tree: ts.SourceFile, node: ts.Node, replacement: string): TextEdit {
  return { start: startOfNode(node, tree), end: node.end, replacement };
}

/** A value that the bundler sees through by itself. */
function isInert(expression: ts.Expression): boolean {
  const value = unwrap(expression);
  return (
    ts.isLiteralExpression(value) ||
    ts.isIdentifier(value) ||
    ts.isArrowFunction(value) ||
    ts.isFunctionExpression(value)
  );
}

function containsAwait({ tree }: IsolatedModule, node: ts.Node): boolean {
  return tree.text.includes('await') && awaits(node);
}

function awaits(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  if (ts.isAwaitExpression(node)) return true;
  return ts.forEachChild(node, awaits) ?? false;
}

function hasModifier(node: ts.HasModifiers, kind: ts.SyntaxKind): boolean {
  return node.modifiers?.some((modifier) => modifier.kind === kind) ?? false;
}
