import { unwrap } from './builder-chain.js';
import { isHandlerCall } from './find-handlers.js';
import type { ModuleScope } from './module-scope.js';
import { startOfNode } from './node-range.js';
import { setsImport } from './statement-effects.js';
import { ts } from './typescript.js';

/** A statement at the top of a module that declares a constant, or a function. */
export interface TopLevelPart {
  readonly statement: ts.FunctionDeclaration | ts.VariableStatement;
  readonly name: string;
  /** The names that it refers to, here and further inside, handlers left out. */
  readonly references: ReadonlySet<string>;
  /** The name that its constant is no more than another name of. */
  readonly alias: string | null;
  /** The names that are declared further inside. */
  readonly inner: ReadonlySet<string>;
  /** Where handlers stand in it, in the order of the text, none inside of another. */
  readonly handlers: readonly HandlerRange[];
}

type HandlerRange = Pick<ts.Node, 'pos' | 'end'>;

/** Null where a statement neither declares one constant or function, nor only types, imports or exports. */
export function readParts(scope: ModuleScope): readonly TopLevelPart[] | null {
  const parts: TopLevelPart[] = [];
  for (const statement of scope.tree.statements) {
    if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) continue;
    if (ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement)) continue;
    const part = readPart(statement, scope);
    if (!part) return null;
    parts.push(part);
  }
  return parts;
}

/** Its text without `export`, and without handlers. */
export function printPart({ statement, handlers }: TopLevelPart, tree: ts.SourceFile): string {
  const modifier = statement.modifiers?.find(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  let at = modifier ? modifier.end : startOfNode(statement, tree);
  let text = '';
  for (const { pos, end } of handlers) {
    text += `${tree.text.slice(at, pos)}undefined`;
    at = end;
  }
  return text + tree.text.slice(at, statement.end);
}

function readPart(statement: ts.Statement, scope: ModuleScope): TopLevelPart | null {
  if (ts.isFunctionDeclaration(statement)) {
    const { name, parameters, body } = statement;
    return name && areKnown(statement.modifiers) ? look(scope, statement, name, [...parameters, body]) : null;
  }
  if (!ts.isVariableStatement(statement) || !areKnown(statement.modifiers)) return null;
  const { flags, declarations } = statement.declarationList;
  if ((flags & ts.NodeFlags.BlockScoped) !== ts.NodeFlags.Const) return null;
  // Of several a bundler drops those that nothing needs.
  const [declaration, ...more] = declarations;
  if (!declaration || more.length > 0 || !ts.isIdentifier(declaration.name)) return null;
  return look(scope, statement, declaration.name, [declaration.initializer]);
}

/** Null where something stands inside that it would take more to look through. */
function look(
  scope: ModuleScope,
  statement: TopLevelPart['statement'],
  { text: name }: ts.Identifier,
  roots: readonly (ts.Node | undefined)[],
): TopLevelPart | null {
  const references = new Set<string>();
  const inner = new Set<string>();
  const handlers: HandlerRange[] = [];
  let isPlain = true;
  const visit = (node: ts.Node, parent: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const { name: named } = parent as { readonly name?: ts.Node };
      if (named !== node || ts.isShorthandPropertyAssignment(parent)) references.add(node.text);
      else if (DECLARING.has(parent.kind)) inner.add(node.text);
    } else if (INTRICATE.has(node.kind) || setsImport(node, scope)) isPlain = false;
    else if (ts.isCallExpression(node) && isHandlerCall(node, scope)) {
      handlers.push(node.arguments);
      visit(node.expression, node);
    } else if (!ts.isTypeNode(node)) ts.forEachChild(node, (child) => visit(child, node));
  };
  for (const root of roots) if (root) visit(root, statement);
  if (!isPlain) return null;
  handlers.sort((left, right) => left.pos - right.pos);
  const [root] = roots;
  const value = root && ts.isExpression(root) ? unwrap(root) : null;
  const alias = value && ts.isIdentifier(value) ? value.text : null;
  return { statement, name, references, alias, inner, handlers };
}

/** What else has a `name` has one that is a key. */
const DECLARING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.BindingElement,
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.FunctionExpression,
  ts.SyntaxKind.Parameter,
  ts.SyntaxKind.VariableDeclaration,
]);

/** What catches a fault would also catch one that only functions have: a constant that is used above its own line. */
const INTRICATE: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.ClassExpression,
  ts.SyntaxKind.EnumDeclaration,
  ts.SyntaxKind.ExpressionWithTypeArguments,
  ts.SyntaxKind.ImportKeyword,
  ts.SyntaxKind.MetaProperty,
  ts.SyntaxKind.ModuleDeclaration,
  ts.SyntaxKind.TryStatement,
]);

function areKnown(modifiers: readonly ts.ModifierLike[] = []): boolean {
  return modifiers.every(
    ({ kind }) => kind === ts.SyntaxKind.ExportKeyword || kind === ts.SyntaxKind.AsyncKeyword,
  );
}
