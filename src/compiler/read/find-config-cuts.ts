import { unwrap } from './builder-chain.js';
import { isRootedIn, type ModuleScope, readModuleScope } from './module-scope.js';
import { startOfNode } from './node-range.js';
import type { TextEdit } from './text-edit.js';
import { ts } from './typescript.js';

const CONFIG_FUNCTIONS = new Set(['context', 'authenticate', 'onStart', 'onStop', 'onError']);

/** The object that a call of `defineConfig` is given; undefined for any other call. */
function readConfigArgument(call: ts.CallExpression, scope: ModuleScope): ts.Expression | undefined {
  const { expression: callee, arguments: given } = call;
  if (!ts.isIdentifier(callee) || callee.text !== 'defineConfig') return undefined;
  return isRootedIn(scope, callee.text, (module) => module === 'procgen') ? given[0] : undefined;
}

/** The functions that a call of `defineConfig` is given and only a running application needs. */
export function findConfigFunctions(call: ts.CallExpression, scope: ModuleScope): TextEdit[] {
  const config = readConfigArgument(call, scope);
  return config ? cutFunctions(config, scope) : [];
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

/** The functions inside the object, `authenticate: { scheme, verify }` included. */
function cutFunctions(expression: ts.Expression, scope: ModuleScope): TextEdit[] {
  const object = resolveObject(expression, scope);
  if (!object) return [];
  return object.properties.flatMap((property) => {
    if (ts.isSpreadAssignment(property)) return cutFunctions(property.expression, scope);
    const name = property.name && ts.isIdentifier(property.name) ? property.name.text : '';
    const value = readValue(property);
    if (name === 'signIn' && value) return findAllowFunction(value, scope);
    const idempotency = name === 'idempotency' && value ? resolveObject(value, scope) : undefined;
    if (idempotency) return cutProperty(scope.tree, idempotency, 'scope');
    if (!CONFIG_FUNCTIONS.has(name)) return [];
    const authenticator = name === 'authenticate' && value ? resolveObject(value, scope) : undefined;
    if (authenticator) return cutProperty(scope.tree, authenticator, 'verify');
    // An imported `authenticate` may carry a scheme that the description needs.
    if (name === 'authenticate' && value && isImported(value, scope)) return [];
    // That there is one stays known.
    const nothing = ['authenticate', 'context'].includes(name) ? '() => null' : 'undefined';
    return [
      { start: startOfNode(property, scope.tree), end: property.end, replacement: `${name}: ${nothing}` },
    ];
  });
}

/** `signIn: { openId: { allow } }` where it is a function; a list of people stays, to be checked. */
function findAllowFunction(signIn: ts.Expression, scope: ModuleScope): TextEdit[] {
  const openId = findMember(resolveObject(signIn, scope), 'openId');
  const settings = openId && resolveObject(openId, scope);
  if (!settings) return [];
  const written = findMember(settings, 'allow');
  const allow = written && resolveConstant(written, scope);
  const isPlain = allow && (ts.isArrayLiteralExpression(allow) || ts.isStringLiteralLike(allow));
  return isPlain ? [] : cutProperty(scope.tree, settings, 'allow');
}

function findMember(object: ts.ObjectLiteralExpression | undefined, name: string): ts.Expression | undefined {
  const property = object?.properties.find(
    (candidate) => candidate.name && ts.isIdentifier(candidate.name) && candidate.name.text === name,
  );
  return property && readValue(property);
}

/** The expression that a property is given; undefined for a method. */
function readValue(property: ts.ObjectLiteralElementLike): ts.Expression | undefined {
  if (ts.isPropertyAssignment(property)) return property.initializer;
  return ts.isShorthandPropertyAssignment(property) ? property.name : undefined;
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

function isImported(expression: ts.Expression, scope: ModuleScope): boolean {
  const value = unwrap(expression);
  return ts.isIdentifier(value) && scope.imports.has(value.text);
}
