import { leftmostIdentifier, readCallChain, unwrap } from './builder-chain.js';
import { isRootedIn, isZod, type ModuleScope } from './module-scope.js';
import { ts } from './typescript.js';

/**
 * Whether an expression makes a value of nothing but constants, schemas and functions that are called later: made at another
 * time, it is the same. What calls anything but zod and procgen, or reads a named member of what other modules made, is none.
 */
export function isDeclarative(expression: ts.Expression, scope: ModuleScope): boolean {
  const value = unwrap(expression);
  const isPart = (part: ts.Expression) => isDeclarative(part, scope);
  if (ts.isLiteralExpression(value) || CONSTANTS.has(value.kind)) return true;
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return true;
  if (ts.isIdentifier(value)) return isKnown(value.text, scope);
  if (ts.isPrefixUnaryExpression(value)) return ts.isNumericLiteral(unwrap(value.operand));
  if (ts.isBinaryExpression(value)) {
    return [value.left, value.right].every((side) => ts.isNumericLiteral(unwrap(side)));
  }
  if (ts.isTemplateExpression(value)) return value.templateSpans.every((span) => isText(span.expression));
  if (ts.isArrayLiteralExpression(value)) return value.elements.every(isPart);
  if (ts.isObjectLiteralExpression(value)) return value.properties.every((it) => isMember(it, scope));
  if (ts.isPropertyAccessExpression(value)) return isMade(value, scope) && isOwner(value.expression, scope);
  if (ts.isCallExpression(value)) return isMaking(value, scope) && value.arguments.every(isPart);
  return false;
}

const CONSTANTS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.TrueKeyword,
  ts.SyntaxKind.FalseKeyword,
  ts.SyntaxKind.NullKeyword,
]);

function isKnown(name: string, { imports, variables, functions }: ModuleScope): boolean {
  return name === 'undefined' || imports.has(name) || variables.has(name) || functions.has(name);
}

/** Of a template: anything else could have a `toString` of its own. */
function isText(expression: ts.Expression): boolean {
  return ts.isLiteralExpression(unwrap(expression));
}

function isMember(member: ts.ObjectLiteralElementLike, scope: ModuleScope): boolean {
  if (ts.isShorthandPropertyAssignment(member)) return isKnown(member.name.text, scope);
  if (ts.isSpreadAssignment(member)) {
    const whole = unwrap(member.expression);
    return ts.isIdentifier(whole) && isKnown(whole.text, scope);
  }
  if (member.name && ts.isComputedPropertyName(member.name)) return false;
  if (ts.isPropertyAssignment(member)) return isDeclarative(member.initializer, scope);
  return ts.isMethodDeclaration(member) || ts.isGetAccessor(member);
}

/** A call that makes a schema or a procedure: the same whenever it is made, and of nobody else's concern. */
function isMaking(call: ts.CallExpression, scope: ModuleScope): boolean {
  const callee = unwrap(call.expression);
  if (ts.isIdentifier(callee)) return isImportedMaker(callee.text, scope);
  if (!ts.isPropertyAccessExpression(callee)) return false;
  const { text: name } = callee.name;
  if (isMade(callee, scope)) {
    if (ACTING.test(name) || (ITERATING.test(name) && !isImport(callee.expression, scope))) return false;
    return isOwner(callee.expression, scope);
  }
  return isStep(call, scope);
}

/** Whether zod or procgen exports a function that makes something, under whatever name a module imports it. */
function isImportedMaker(name: string, { tree, imports }: ModuleScope): boolean {
  const specifier = imports.get(name);
  if (specifier === undefined || !isMaker(specifier)) return false;
  const clauses = tree.statements.filter(ts.isImportDeclaration).map(({ importClause }) => importClause);
  return clauses.some((clause) => {
    const bindings = clause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) return false;
    const element = bindings.elements.find((each) => each.name.text === name);
    return element !== undefined && !ACTING.test((element.propertyName ?? element.name).text);
  });
}

/** Whether a chain is that of a shared builder: a build has seen what comes of it. */
function isStep(call: ts.CallExpression, scope: ModuleScope): boolean {
  const chain = readCallChain(call);
  if (!chain || !ts.isIdentifier(chain.root) || !isKnown(chain.root.text, scope)) return false;
  if (!chain.calls.some(({ name }) => name === 'meta' || name === 'output')) return false;
  const isPart = (part: ts.Expression) => isDeclarative(part, scope);
  return chain.calls.every((step) => BUILDER_STEPS.has(step.name) && step.arguments.every(isPart));
}

const BUILDER_STEPS: ReadonlySet<string> = new Set(['meta', 'use', 'input', 'output', 'query', 'mutation']);

/** What stands before a dot. */
function isOwner(expression: ts.Expression, scope: ModuleScope): boolean {
  const owner = unwrap(expression);
  return ts.isIdentifier(owner) || isDeclarative(owner, scope);
}

/** Whether zod or procgen made it, or what it is a member of. */
function isMade(expression: ts.Expression, scope: ModuleScope): boolean {
  const root = leftmostIdentifier(expression);
  return root !== null && isRootedIn(scope, root.text, isMaker);
}

function isMaker(specifier: string): boolean {
  return isZod(specifier) || specifier === 'procgen';
}

function isImport(expression: ts.Expression, { imports }: ModuleScope): boolean {
  const owner = unwrap(expression);
  return ts.isIdentifier(owner) && imports.has(owner.text);
}

/** What runs a function that it is given, or one of a schema's or a procedure's, and what others can see afterwards. */
const ACTING =
  /^(?:add|apply|call|clear|compile|config|handler|register|remove|spa)$|^implement|^is(?:Optional|Nullable)$|[pP]arse|[eE]ncode|[dD]ecode|JSON/;

/** What arrays and texts do, such as a schema's `options`, with a function that they are given; `z.map` is none of it. */
const ITERATING = /^(?:every|filter|find.*|flatMap|forEach|map|reduce.*|replace.*|some|sort|toSorted)$/;
