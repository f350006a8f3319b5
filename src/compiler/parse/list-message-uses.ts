import type { BindingPattern, Function as FunctionNode, Node, ParamPattern } from 'oxc-parser';
import type { SourceLocation } from '../source-location.js';
import { isHandlerCall } from './builder-chain.js';
import { resolveConstant } from './find-members.js';
import { locationOf } from './location-of.js';
import type { ModuleSyntax } from './module-syntax.js';
import type { SourceModules } from './source-modules.js';
import { isFunction, nameOfKey, unwrap, walk } from './syntax-tree.js';

/** A message key that a handler or a middleware passes to `ctx.t` as a literal. */
export interface MessageUse {
  readonly key: string;
  readonly location: SourceLocation;
}

/** Maps the names in a function to their path from its only parameter: `ctx` of `({ ctx }) => …` is `.ctx`. */
type Names = ReadonlyMap<string, string>;

const TRANSLATOR = '.ctx.t';

/** Lists the keys that a module's handlers and middlewares pass to `ctx.t`, under any local name. */
export function listMessageUses(module: ModuleSyntax, sources: SourceModules): readonly MessageUse[] {
  // Most modules do not mention `t`, without which there is no translator. The `t` of "don't" does not count.
  if (!/(?<![\w'’])t\b/.test(module.text)) return [];
  const uses: MessageUse[] = [];
  const visitPart = (part: Node, names: Names): void => {
    let known = names;
    walk(part, (node) => {
      if (isFunction(node)) {
        const own = node.params.reduce<Names>((all, parameter) => bind(parameter, undefined, all), known);
        walk(node, (inner, parent) => {
          if (parent === node) visitPart(inner, own);
          return parent === node;
        });
        return true;
      }
      if (node.type === 'VariableDeclarator') known = bind(node.id, resolve(node.init, known), known);
      if (node.type === 'CallExpression' && resolve(node.callee, known) === TRANSLATOR) {
        for (const { key, literal } of listLiterals(node.arguments[0])) {
          uses.push({ key, location: locationOf(module, literal) });
        }
      }
      return false;
    });
  };
  for (const statement of module.statements) {
    walk(statement, (node) => {
      if (node.type !== 'CallExpression' || !isHandlerCall(node, module, sources)) return false;
      const handler = resolveFunction(node.arguments[0] as Node, module);
      const [parameter] = handler?.params ?? [];
      if (handler?.body && parameter) visitPart(handler.body, bind(parameter, '', new Map()));
      return false;
    });
  }
  return uses;
}

/** Returns the function, or the function of this module that an identifier names; null for anything else. */
function resolveFunction(
  handler: Node,
  { declarations }: ModuleSyntax,
): FunctionNode | (Node & { type: 'ArrowFunctionExpression' }) | null {
  const value = resolveConstant(handler, declarations);
  const declaration = value.type === 'Identifier' ? declarations.get(value.name) : undefined;
  const found = declaration?.kind === 'named' ? declaration.nodes[0] : value;
  return found && isFunction(found) ? found : null;
}

/** Adds the names of a pattern that destructures `path` to `names`, or removes them if `path` is undefined. */
function bind(pattern: BindingPattern | ParamPattern, path: string | undefined, names: Names): Names {
  switch (pattern.type) {
    case 'Identifier': {
      const bound = new Map(names);
      if (path === undefined) bound.delete(pattern.name);
      else bound.set(pattern.name, path);
      return bound;
    }
    case 'ObjectPattern':
      return pattern.properties.reduce<Names>((all, one) => {
        if (one.type === 'RestElement') return bind(one.argument, undefined, all);
        const key = nameOfKey(one.key, one.computed);
        return bind(one.value, path === undefined || key === null ? undefined : `${path}.${key}`, all);
      }, names);
    case 'ArrayPattern':
      return pattern.elements.reduce<Names>(
        (all, one) => (one === null ? all : bind(one as BindingPattern, undefined, all)),
        names,
      );
    case 'AssignmentPattern':
      return bind(pattern.left, path, names);
    case 'RestElement':
      return bind(pattern.argument, undefined, names);
    default:
      return names;
  }
}

/** Returns the path of an expression from the parameter; undefined if it does not start there. */
function resolve(expression: Node | null, names: Names): string | undefined {
  const value = expression && unwrap(expression);
  if (value?.type === 'Identifier') return names.get(value.name);
  if (value?.type !== 'MemberExpression') return undefined;
  const [owner, name] = [resolve(value.object, names), nameOfKey(value.property, value.computed)];
  return owner === undefined || name === null ? undefined : `${owner}.${name}`;
}

/** Lists the literal texts that an argument can be. */
function listLiterals(
  argument: Node | undefined,
): readonly { readonly key: string; readonly literal: Node }[] {
  switch (argument?.type) {
    case 'Literal':
      return typeof argument.value === 'string' ? [{ key: argument.value, literal: argument }] : [];
    case 'TemplateLiteral': {
      const [text, more] = argument.quasis;
      return text && !more ? [{ key: text.value.cooked ?? '', literal: argument }] : [];
    }
    case 'ConditionalExpression':
      return [argument.consequent, argument.alternate].flatMap(listLiterals);
    default:
      return [];
  }
}
