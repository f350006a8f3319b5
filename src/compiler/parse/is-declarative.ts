import type { Node } from 'oxc-parser';
import { comesFrom, readCallChain } from './builder-chain.js';
import type { ModuleSyntax } from './module-syntax.js';
import { isFunction, unwrap } from './syntax-tree.js';

/**
 * Whether an expression makes a value of nothing but constants, schemas and functions that are called later: made at another
 * time, it is the same. What calls anything but zod and procgen, or reads a named member of what other modules made, is none.
 */
export function isDeclarative(expression: Node, module: ModuleSyntax): boolean {
  const value = unwrap(expression);
  const isPart = (part: Node | null) => part !== null && isDeclarative(part, module);
  switch (value.type) {
    case 'Literal':
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return true;
    case 'Identifier':
      return isKnown(value.name, module);
    case 'UnaryExpression':
      return isNumber(value.argument);
    case 'BinaryExpression':
      return isNumber(value.left) && isNumber(value.right);
    case 'TemplateLiteral':
      // Anything else could have a `toString` of its own.
      return value.expressions.every((part) => unwrap(part).type === 'Literal');
    case 'ArrayExpression':
      return value.elements.every((part) => isPart(part as Node | null));
    case 'ObjectExpression':
      return value.properties.every((property) => {
        if (property.type === 'SpreadElement') {
          return unwrap(property.argument).type === 'Identifier' && isPart(property.argument);
        }
        return !property.computed && property.kind !== 'set' && isPart(property.value);
      });
    case 'MemberExpression':
      return !value.computed && isMade(value, module) && isOwner(value.object, module);
    case 'CallExpression':
      return isMaking(value, module) && value.arguments.every((part) => isPart(part as Node));
    default:
      return false;
  }
}

function isKnown(name: string, { declarations }: ModuleSyntax): boolean {
  const declaration = declarations.get(name);
  if (declaration?.kind === 'named') return declaration.nodes.every(isFunction);
  return name === 'undefined' || declaration?.kind === 'import' || declaration?.kind === 'value';
}

function isNumber(expression: Node): boolean {
  const value = unwrap(expression);
  return value.type === 'Literal' && typeof value.value === 'number';
}

type Call = Node & { type: 'CallExpression' };

/** A call that makes a schema or a procedure: the same whenever it is made, and of nobody else's concern. */
function isMaking(call: Call, module: ModuleSyntax): boolean {
  const callee = unwrap(call.callee);
  if (callee.type === 'Identifier') return isImportedMaker(callee.name, module);
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.computed)
    return false;
  const { name } = callee.property;
  if (!isMade(callee, module)) return isStep(call, module);
  if (ACTING.test(name) || (ITERATING.test(name) && !isImport(callee.object, module))) return false;
  return isOwner(callee.object, module);
}

/** Whether zod or procgen exports a function that makes something, under whatever name a module imports it. */
function isImportedMaker(name: string, { declarations }: ModuleSyntax): boolean {
  const found = declarations.get(name);
  if (found?.kind !== 'import' || !isMaker(found.from)) return false;
  return !['*', 'default'].includes(found.imported) && !ACTING.test(found.imported);
}

/** Whether a chain is that of a shared builder: a build has seen what comes of it. */
function isStep(call: Call, module: ModuleSyntax): boolean {
  const chain = readCallChain(call);
  if (chain?.root.type !== 'Identifier' || !isKnown(chain.root.name, module)) return false;
  if (!chain.calls.some(({ name }) => name === 'meta' || name === 'output')) return false;
  const isPart = (part: Node) => isDeclarative(part, module);
  return chain.calls.every((step) => BUILDER_STEPS.has(step.name) && step.arguments.every(isPart));
}

const BUILDER_STEPS: ReadonlySet<string> = new Set(['meta', 'use', 'input', 'output', 'query', 'mutation']);

/** What stands before a dot. */
function isOwner(expression: Node, module: ModuleSyntax): boolean {
  return unwrap(expression).type === 'Identifier' || isDeclarative(expression, module);
}

/** Whether zod or procgen made it, or what it is a member of. */
function isMade(expression: Node, { declarations }: ModuleSyntax): boolean {
  return comesFrom(expression, declarations, isMaker);
}

function isMaker(specifier: string): boolean {
  return /^zod(\/|$)/.test(specifier) || specifier === 'procgen';
}

function isImport(expression: Node, { declarations }: ModuleSyntax): boolean {
  const owner = unwrap(expression);
  return owner.type === 'Identifier' && declarations.get(owner.name)?.kind === 'import';
}

/** What runs a function that it is given, or one of a schema's or a procedure's, and what others can see afterwards. */
const ACTING =
  /^(?:add|apply|call|clear|compile|config|handler|register|remove|spa)$|^implement|^is(?:Optional|Nullable)$|[pP]arse|[eE]ncode|[dD]ecode|JSON/;

/** What arrays and texts do, such as a schema's `options`, with a function that they are given; `z.map` is none of it. */
const ITERATING = /^(?:every|filter|find.*|flatMap|forEach|map|reduce.*|replace.*|some|sort|toSorted)$/;
