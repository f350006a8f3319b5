import type { Place } from '../place.js';
import { unwrap } from './builder-chain.js';
import { isHandlerCall } from './find-handlers.js';
import { type ModuleScope, readModuleScope } from './module-scope.js';
import { type ParsedSource, placeOf } from './parse-source.js';
import { ts } from './typescript.js';

/** A key of a message that a handler or a middleware gives to `ctx.t` as a literal. */
export interface MessageUse {
  readonly key: string;
  readonly place: Place;
}

/** What the names of a function stand for, by the way from its one parameter: `ctx` of `({ ctx }) => …` is `.ctx`. */
type Names = ReadonlyMap<string, string>;

const TRANSLATOR = '.ctx.t';

/** The keys that the handlers and middlewares of a module give to `ctx.t`, under whatever names they have it. */
export function listMessageUses(source: ParsedSource): MessageUse[] {
  // Most modules have no name `t`, without which there is no translator by any other; that of "don't" is none.
  if (!/(?<![\w'’])t\b/.test(source.tree.text)) return [];
  const scope = readModuleScope(source.tree);
  const uses: MessageUse[] = [];
  const findHandlers = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isHandlerCall(node, scope)) {
      const handler = resolveFunction(node.arguments[0], scope);
      const parameter = handler?.parameters[0];
      if (handler && parameter) walk(handler.body, bind(parameter.name, '', new Map()));
    }
    ts.forEachChild(node, findHandlers);
  };
  const walk = (node: ts.Node | undefined, names: Names): void => {
    let known = names;
    const visit = (child: ts.Node): void => {
      if (isFunction(child)) {
        const own = child.parameters.reduce<Names>((all, { name }) => bind(name, undefined, all), known);
        ts.forEachChild(child, (part) => walk(part, own));
        return;
      }
      if (ts.isVariableDeclaration(child)) known = bind(child.name, resolve(child.initializer, known), known);
      if (ts.isCallExpression(child) && resolve(child.expression, known) === TRANSLATOR) {
        for (const literal of listLiterals(child.arguments[0])) {
          uses.push({ key: literal.text, place: placeOf(source, literal) });
        }
      }
      ts.forEachChild(child, visit);
    };
    if (node) visit(node);
  };
  findHandlers(source.tree);
  return uses;
}

type HandlerFunction = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration;

/** The function itself, or the one of this module that is named; undefined for any other. */
function resolveFunction(
  handler: ts.Expression | undefined,
  { variables, functions }: ModuleScope,
): HandlerFunction | undefined {
  const value = handler && unwrap(handler);
  if (!value || !ts.isIdentifier(value)) return value && isFunction(value) ? value : undefined;
  const { initializer } = variables.get(value.text) ?? {};
  const named = initializer ? unwrap(initializer) : functions.get(value.text);
  return named && isFunction(named) ? named : undefined;
}

function isFunction(node: ts.Node): node is HandlerFunction {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node);
}

/** `names` with those of a pattern that is given what `path` leads to; without them where that is something else. */
function bind(pattern: ts.BindingName, path: string | undefined, names: Names): Names {
  if (ts.isIdentifier(pattern)) {
    const bound = new Map(names);
    if (path === undefined) bound.delete(pattern.text);
    else bound.set(pattern.text, path);
    return bound;
  }
  return pattern.elements.reduce<Names>((all, element) => {
    if (!ts.isBindingElement(element)) return all;
    const { name, propertyName = name, dotDotDotToken } = element;
    const isMember = path !== undefined && ts.isIdentifier(propertyName) && !dotDotDotToken;
    return bind(name, isMember ? `${path}.${propertyName.text}` : undefined, all);
  }, names);
}

/** What an expression leads to from the parameter; undefined where it begins with anything else. */
function resolve(expression: ts.Expression | undefined, names: Names): string | undefined {
  const value = expression && unwrap(expression);
  if (!value) return undefined;
  if (ts.isIdentifier(value)) return names.get(value.text);
  if (!ts.isPropertyAccessExpression(value)) return undefined;
  const owner = resolve(value.expression, names);
  return owner === undefined ? undefined : `${owner}.${value.name.text}`;
}

/** The texts that an argument can be, as far as they are literals. */
function listLiterals(argument: ts.Expression | undefined): readonly ts.StringLiteralLike[] {
  if (!argument) return [];
  if (ts.isStringLiteralLike(argument)) return [argument];
  if (!ts.isConditionalExpression(argument)) return [];
  return [argument.whenTrue, argument.whenFalse].flatMap(listLiterals);
}
