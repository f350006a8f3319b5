import type { TextEdit } from '../parse/text-edit.js';
import { unwrap } from './builder-chain.js';
import { isRootedIn, type ModuleScope, readModuleScope } from './module-scope.js';
import { startOfNode } from './node-range.js';
import { ts } from './typescript.js';

/** The object that a call of `defineConfig` is given; undefined for any other call. */
function readConfigArgument(call: ts.CallExpression, scope: ModuleScope): ts.Expression | undefined {
  const { expression: callee, arguments: given } = call;
  if (!ts.isIdentifier(callee) || callee.text !== 'defineConfig') return undefined;
  return isRootedIn(scope, callee.text, (module) => module === 'procgen') ? given[0] : undefined;
}

/** What a configuration has for builds only: a server is made without it, and without the modules that it comes from. */
export function findBuildOptions(tree: ts.SourceFile): TextEdit[] {
  const scope = readModuleScope(tree);
  const cuts: TextEdit[] = [];
  const visit = (node: ts.Node): void => {
    const config = ts.isCallExpression(node) ? readConfigArgument(node, scope) : undefined;
    const object = config && resolveObject(config, scope);
    if (object) cuts.push(...cutProperty(tree, object, 'emitters'));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return cuts;
}

function cutProperty(tree: ts.SourceFile, object: ts.ObjectLiteralExpression, name: string): TextEdit[] {
  return object.properties
    .filter((property) => property.name && ts.isIdentifier(property.name) && property.name.text === name)
    .map((property) => ({
      start: startOfNode(property, tree),
      end: property.end,
      replacement: `${name}: undefined`,
    }));
}

function resolveObject(
  expression: ts.Expression,
  scope: ModuleScope,
): ts.ObjectLiteralExpression | undefined {
  const value = resolveConstant(expression, scope);
  return ts.isObjectLiteralExpression(value) ? value : undefined;
}

/** The expression itself, or what the constant of this module that it names was given. */
function resolveConstant(expression: ts.Expression, scope: ModuleScope): ts.Expression {
  const seen = new Set<ts.Expression>();
  for (let value = unwrap(expression); ; ) {
    const initializer = ts.isIdentifier(value) ? scope.variables.get(value.text)?.initializer : undefined;
    if (!initializer || seen.has(initializer)) return value;
    seen.add(initializer);
    value = unwrap(initializer);
  }
}
