import { type CallChain, leftmostIdentifier, readCallChain, unwrap } from './builder-chain.js';
import { isRootedIn, type ModuleScope, mayGiveBuilder } from './module-scope.js';
import type { TextEdit } from './text-edit.js';
import { ts } from './typescript.js';

const HANDLER_CALLS = new Set(['query', 'mutation', 'use']);
const BUILDER_CALLS = new Set(['meta', 'input', 'output']);
const CONFIG_FUNCTIONS = new Set(['context', 'authenticate', 'onStart', 'onStop', 'onError']);

/**
 * The cuts that take every handler, middleware and config function out of a module: what only a running
 * application needs. Named handlers are cut as well, so that nothing reaches the module they come from.
 */
export function findHandlers(tree: ts.SourceFile, scope: ModuleScope): TextEdit[] {
  const cuts: TextEdit[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const chain = readCallChain(node);
      const last = chain?.calls.at(-1);
      const [first] = node.arguments;
      if (chain && last && first && HANDLER_CALLS.has(last.name) && isBuilder(chain, scope)) {
        cuts.push({ start: node.arguments.pos, end: node.arguments.end, replacement: 'undefined' });
      } else if (
        first &&
        ts.isIdentifier(node.expression) &&
        isRootedIn(scope, node.expression.text, isProcgen)
      ) {
        if (node.expression.text === 'defineConfig') cuts.push(...findConfigFunctions(first, scope));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return cuts;
}

/** Whether a chain is one of a procedure builder, and not of a database's `query`. */
export function isBuilder(chain: CallChain, scope: ModuleScope): boolean {
  if (chain.calls.some((call) => BUILDER_CALLS.has(call.name))) return true;
  const root = leftmostIdentifier(chain.root);
  return root !== null && isRootedIn(scope, root.text, mayGiveBuilder);
}

function isProcgen(specifier: string): boolean {
  return specifier === 'procgen';
}

/** The functions inside the object that `defineConfig` takes, `authenticate: { scheme, verify }` included. */
function findConfigFunctions(expression: ts.Expression, scope: ModuleScope): TextEdit[] {
  const object = resolveObject(expression, scope);
  if (!object) return [];
  return object.properties.flatMap((property) => {
    if (ts.isSpreadAssignment(property)) return findConfigFunctions(property.expression, scope);
    const name = property.name && ts.isIdentifier(property.name) ? property.name.text : '';
    const value = readValue(property);
    if (name === 'signIn' && value) return findAllowFunction(value, scope);
    if (!CONFIG_FUNCTIONS.has(name)) return [];
    const authenticator = name === 'authenticate' && value ? resolveObject(value, scope) : undefined;
    if (authenticator) return cutProperty(authenticator, 'verify');
    // An imported `authenticate` may carry a scheme that the description needs.
    if (name === 'authenticate' && value && isImported(value, scope)) return [];
    // That there is one stays known.
    const nothing = name === 'authenticate' ? '() => null' : 'undefined';
    return [{ start: property.getStart(), end: property.end, replacement: `${name}: ${nothing}` }];
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
  return isPlain ? [] : cutProperty(settings, 'allow');
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

function cutProperty(object: ts.ObjectLiteralExpression, name: string): TextEdit[] {
  return object.properties
    .filter((property) => property.name && ts.isIdentifier(property.name) && property.name.text === name)
    .map((property) => ({
      start: property.getStart(),
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
  const value = unwrap(expression);
  const initializer = ts.isIdentifier(value) ? scope.variables.get(value.text)?.initializer : undefined;
  return initializer ? resolveConstant(initializer, scope) : value;
}

function isImported(expression: ts.Expression, scope: ModuleScope): boolean {
  const value = unwrap(expression);
  return ts.isIdentifier(value) && scope.imports.has(value.text);
}
