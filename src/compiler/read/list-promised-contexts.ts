import type { Place } from '../place.js';
import { isFunction } from './find-procedure-sources.js';
import { type ModuleScope, readModuleScope } from './module-scope.js';
import { type ParsedSource, placeOf } from './parse-source.js';
import { ts } from './typescript.js';

/** Where a module calls `createProcedure<AppContext>()`, and so counts on the application's own context. */
export function listPromisedContexts(source: ParsedSource): readonly Place[] {
  const { tree } = source;
  // The usual case, told at once.
  if (!/\bcreateProcedure\b/.test(tree.text)) return [];
  const scope = readModuleScope(tree);
  const places: Place[] = [];
  const visit = (node: ts.Node): void => {
    // What a function makes may be of a type that only its caller knows.
    if (isFunction(node) || ts.isFunctionDeclaration(node)) return;
    const [context] = (ts.isCallExpression(node) && node.typeArguments) || [];
    if (context && makesBuilder((node as ts.CallExpression).expression, scope) && promisesAnything(context))
      places.push(placeOf(source, context));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return places;
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

/** Not `object`, nor a type literal whose every member may be missing. */
function promisesAnything(context: ts.TypeNode): boolean {
  if (ts.isTypeLiteralNode(context)) {
    return context.members.some((member) => !ts.isPropertySignature(member) || !member.questionToken);
  }
  return context.kind !== ts.SyntaxKind.ObjectKeyword;
}
