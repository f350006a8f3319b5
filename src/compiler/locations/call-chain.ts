import type { Node } from 'ts-morph';
import { tsMorph } from './ts-morph.js';

/** One call of a chain: `.meta({ … })`. */
export interface ChainCall {
  readonly name: Node;
  readonly arguments: readonly Node[];
}

/** `root.first(…).second(…)`, the calls in the order they are written. */
export interface CallChain {
  readonly root: Node;
  readonly calls: readonly ChainCall[];
}

/** Reads a chain of method calls from its outermost expression; null when it is none. */
export function readCallChain(expression: Node): CallChain | null {
  const calls: ChainCall[] = [];
  let root = unwrap(expression);
  while (tsMorph.Node.isCallExpression(root)) {
    const callee = root.getExpression();
    if (!tsMorph.Node.isPropertyAccessExpression(callee)) break;
    calls.push({ name: callee.getNameNode(), arguments: root.getArguments() });
    root = unwrap(callee.getExpression());
  }
  return calls.length > 0 ? { root, calls: calls.reverse() } : null;
}

/** Without parentheses, `as`, `satisfies` and `!`. */
export function unwrap(expression: Node): Node {
  let inner = expression;
  while (
    tsMorph.Node.isParenthesizedExpression(inner) ||
    tsMorph.Node.isAsExpression(inner) ||
    tsMorph.Node.isSatisfiesExpression(inner) ||
    tsMorph.Node.isNonNullExpression(inner) ||
    tsMorph.Node.isTypeAssertion(inner)
  ) {
    inner = inner.getExpression();
  }
  return inner;
}

/** What a variable at the top of the same file is given. */
export function findInitializer(name: Node): Node | undefined {
  return tsMorph.Node.isIdentifier(name)
    ? name.getSourceFile().getVariableDeclaration(name.getText())?.getInitializer()
    : undefined;
}

/** The name of a property that is not computed. */
export function nameOfProperty(name: Node): string | null {
  if (tsMorph.Node.isIdentifier(name)) return name.getText();
  return tsMorph.Node.isStringLiteral(name) || tsMorph.Node.isNumericLiteral(name)
    ? name.getLiteralText()
    : null;
}
