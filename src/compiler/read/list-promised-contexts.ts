import type { Place } from '../place.js';
import { isFunction } from './find-procedure-sources.js';
import { type ModuleScope, readModuleScope } from './module-scope.js';
import { type ParsedSource, placeOf } from './parse-source.js';
import { ts } from './typescript.js';

/** A call of `createProcedure<AppContext>()`, which counts on the application's own context. */
export interface PromisedContext {
  readonly place: Place;
  /** Whether its module tells of a member beside `user`, which `authenticate` does not give. */
  readonly isBesideUser: boolean;
}

/** Where a module counts on the application's own context. */
export function listPromisedContexts(source: ParsedSource): readonly PromisedContext[] {
  const { tree } = source;
  // The usual case, told at once.
  if (!/\bcreateProcedure\b/.test(tree.text)) return [];
  const scope = readModuleScope(tree);
  const promised: PromisedContext[] = [];
  const visit = (node: ts.Node): void => {
    // What a function makes may be of a type that only its caller knows.
    if (isFunction(node) || ts.isFunctionDeclaration(node)) return;
    const [context] = (ts.isCallExpression(node) && node.typeArguments) || [];
    if (context && makesBuilder((node as ts.CallExpression).expression, scope)) {
      const required = listRequired(context, tree);
      const isBesideUser = required.some((name) => name !== null && name !== 'user');
      if (required.length > 0) promised.push({ place: placeOf(source, context), isBesideUser });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return promised;
}

/** What else of procgen takes types. */
const OTHERS: ReadonlySet<string> = new Set(['defineConfig', 'actionResponse', 'ok']);

/** `createProcedure`, whatever it is imported as. */
function makesBuilder(callee: ts.Expression, scope: ModuleScope): boolean {
  const isMember = ts.isPropertyAccessExpression(callee);
  const root = isMember ? callee.expression : callee;
  if (!ts.isIdentifier(root) || scope.imports.get(root.text) !== 'procgen') return false;
  return isMember ? callee.name.text === 'createProcedure' : !OTHERS.has(root.text);
}

/**
 * The names of the members that have to be there, of the types of this module; null for what it does not tell: an
 * imported type, or what an interface extends.
 */
function listRequired(
  type: ts.TypeNode,
  tree: ts.SourceFile,
  above: readonly string[] = [],
): readonly (string | null)[] {
  if (ts.isTypeLiteralNode(type)) return type.members.flatMap(nameRequired);
  if (ts.isIntersectionTypeNode(type)) return type.types.flatMap((part) => listRequired(part, tree, above));
  if (type.kind === ts.SyntaxKind.ObjectKeyword) return [];
  const name = ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) ? type.typeName.text : '';
  if (above.includes(name)) return [null];
  const required = tree.statements.flatMap((statement) => {
    const isNamed = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
    if (!isNamed || statement.name.text !== name) return [];
    if (ts.isTypeAliasDeclaration(statement)) return [listRequired(statement.type, tree, [...above, name])];
    return [[...statement.members.flatMap(nameRequired), ...(statement.heritageClauses ? [null] : [])]];
  });
  return required.length > 0 ? required.flat() : [null];
}

function nameRequired({ name, questionToken }: ts.TypeElement): readonly (string | null)[] {
  if (questionToken) return [];
  return [name && ts.isIdentifier(name) ? name.text : null];
}
