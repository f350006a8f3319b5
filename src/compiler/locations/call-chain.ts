import { Node } from 'ts-morph';

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
  while (Node.isCallExpression(root)) {
    const callee = root.getExpression();
    if (!Node.isPropertyAccessExpression(callee)) break;
    calls.push({ name: callee.getNameNode(), arguments: root.getArguments() });
    root = unwrap(callee.getExpression());
  }
  return calls.length > 0 ? { root, calls: calls.reverse() } : null;
}

/** Without parentheses, `as`, `satisfies` and `!`. */
export function unwrap(expression: Node): Node {
  let inner = expression;
  while (
    Node.isParenthesizedExpression(inner) ||
    Node.isAsExpression(inner) ||
    Node.isSatisfiesExpression(inner) ||
    Node.isNonNullExpression(inner) ||
    Node.isTypeAssertion(inner)
  ) {
    inner = inner.getExpression();
  }
  return inner;
}

/** What a variable at the top of the same file is given. */
export function findInitializer(name: Node): Node | undefined {
  return Node.isIdentifier(name)
    ? name.getSourceFile().getVariableDeclaration(name.getText())?.getInitializer()
    : undefined;
}

/** The name of a property that is not computed. */
export function nameOfProperty(name: Node): string | null {
  if (Node.isIdentifier(name)) return name.getText();
  return Node.isStringLiteral(name) || Node.isNumericLiteral(name) ? name.getLiteralText() : null;
}
