import { leftmostIdentifier } from './builder-chain.js';
import { isRootedIn, isZod, type ModuleScope } from './module-scope.js';
import { ts } from './typescript.js';

/** A statement that declares nothing. */
export function isEffect(statement: ts.Statement): boolean {
  return (
    ts.isExpressionStatement(statement) ||
    ts.isIfStatement(statement) ||
    ts.isIterationStatement(statement, false) ||
    ts.isTryStatement(statement) ||
    ts.isSwitchStatement(statement) ||
    ts.isThrowStatement(statement) ||
    ts.isBlock(statement) ||
    ts.isLabeledStatement(statement)
  );
}

/** Whether a statement acts on schemas: `z.config(…)`, `Item.register(…)`. */
export function isSchemaEffect(statement: ts.Statement, scope: ModuleScope): boolean {
  if (!ts.isExpressionStatement(statement)) return false;
  const root = leftmostIdentifier(statement.expression);
  return root !== null && isRootedIn(scope, root.text, isZod);
}

/** The module's own variables that a statement may change: by assigning, by calling a method, through `Object`. */
export function findTargets(statement: ts.Statement, scope: ModuleScope): readonly string[] {
  const targets = new Set<string>();
  const add = (expression: ts.Expression | undefined): void => {
    const root = expression && leftmostIdentifier(expression);
    if (root && scope.variables.has(root.text)) targets.add(root.text);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) add(node.left);
    else if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) add(node.operand);
    else if (ts.isDeleteExpression(node)) add(node.expression);
    else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression: owner, name } = node.expression;
      if (ts.isIdentifier(owner) && owner.text === 'Object') add(node.arguments[0]);
      else if (!ITERATIONS.has(name.text)) add(owner);
    }
    ts.forEachChild(node, visit);
  };
  visit(statement);
  return [...targets];
}

/** Whether an expression sets what its module imports, or a member of it. */
export function setsImport(node: ts.Node, { imports }: ModuleScope): boolean {
  const target =
    ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)
      ? node.left
      : ts.isPostfixUnaryExpression(node) || (ts.isPrefixUnaryExpression(node) && isStep(node.operator))
        ? node.operand
        : ts.isDeleteExpression(node)
          ? node.expression
          : null;
  const root = target && leftmostIdentifier(target);
  return root !== null && imports.has(root.text);
}

/** Methods that leave what they are called on as it is. */
const ITERATIONS = new Set(['entries', 'every', 'filter', 'forEach', 'keys', 'map', 'some', 'values']);

function isStep(operator: ts.SyntaxKind): boolean {
  return operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}
