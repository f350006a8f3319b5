import type { Place } from '../place.js';
import { isFunction } from './find-procedure-sources.js';
import { isRootedIn, readModuleScope } from './module-scope.js';
import { type ParsedSource, placeOf } from './parse-source.js';
import { ts } from './typescript.js';

/** Where a module calls `createProcedure<AppContext>()`, and so counts on the application's own context. */
export function listPromisedContexts(source: ParsedSource): readonly Place[] {
  const { tree } = source;
  // The usual case, told at once.
  if (!/\bcreateProcedure\s*</.test(tree.text)) return [];
  const scope = readModuleScope(tree);
  const places: Place[] = [];
  const visit = (node: ts.Node): void => {
    // What a function makes may be of a type that only its caller knows.
    if (isFunction(node) || ts.isFunctionDeclaration(node)) return;
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const { expression, typeArguments: [context] = [] } = node;
      const isOurs =
        expression.text === 'createProcedure' &&
        isRootedIn(scope, expression.text, (from) => from === 'procgen');
      if (isOurs && context && promisesAnything(context)) places.push(placeOf(source, context));
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return places;
}

/** Not `object`, nor a type literal whose every member may be missing. */
function promisesAnything(context: ts.TypeNode): boolean {
  if (ts.isTypeLiteralNode(context)) {
    return context.members.some((member) => !ts.isPropertySignature(member) || !member.questionToken);
  }
  return context.kind !== ts.SyntaxKind.ObjectKeyword;
}
