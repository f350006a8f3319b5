import { ts } from './typescript.js';

/** One call of a chain: `.meta({ … })`. */
export interface ChainCall {
  readonly name: string;
  readonly nameNode: ts.Node;
  readonly arguments: readonly ts.Expression[];
}

/** `root.first(…).second(…)`, the calls in the order they are written. */
export interface CallChain {
  readonly root: ts.Expression;
  readonly calls: readonly ChainCall[];
}

/** Reads a chain of method calls from its outermost expression; null when it is none. */
export function readCallChain(expression: ts.Expression): CallChain | null {
  const calls: ChainCall[] = [];
  let current = unwrap(expression);
  while (ts.isCallExpression(current) && ts.isPropertyAccessExpression(current.expression)) {
    const { name } = current.expression;
    calls.push({ name: name.text, nameNode: name, arguments: current.arguments });
    current = unwrap(current.expression.expression);
  }
  return calls.length > 0 ? { root: current, calls: calls.reverse() } : null;
}

/** The identifier that an expression starts with: `z` of `z.object({}).min(1)`. */
export function leftmostIdentifier(expression: ts.Expression): ts.Identifier | null {
  let current = unwrap(expression);
  for (;;) {
    if (ts.isIdentifier(current)) return current;
    if (ts.isCallExpression(current) || ts.isNewExpression(current)) current = unwrap(current.expression);
    else if (ts.isPropertyAccessExpression(current) || ts.isElementAccessExpression(current)) {
      current = unwrap(current.expression);
    } else if (ts.isTaggedTemplateExpression(current)) current = unwrap(current.tag);
    else if (ts.isBinaryExpression(current)) current = unwrap(current.left);
    else return null;
  }
}

/** Without parentheses, `as`, `satisfies` and `!`. */
export function unwrap(expression: ts.Expression): ts.Expression {
  let current = expression;
  while (WRAPPERS.has(current.kind)) current = (current as ts.ParenthesizedExpression).expression;
  return current;
}

/** They all have one `expression`. */
const WRAPPERS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ParenthesizedExpression,
  ts.SyntaxKind.AsExpression,
  ts.SyntaxKind.SatisfiesExpression,
  ts.SyntaxKind.NonNullExpression,
  ts.SyntaxKind.TypeAssertionExpression,
]);
