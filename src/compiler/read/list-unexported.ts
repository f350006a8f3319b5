import type { Place } from '../place.js';
import { boundNames } from './bound-names.js';
import { type CallChain, readCallChain } from './builder-chain.js';
import { isBuilder } from './find-handlers.js';
import { isFunction, listReferences } from './find-procedure-sources.js';
import { isExported, type ModuleScope, readModuleScope } from './module-scope.js';
import { type ParsedSource, placeOf } from './parse-source.js';
import { ts } from './typescript.js';

/** A variable that holds a procedure with a route, and that nothing exported refers to. */
export interface UnexportedProcedure {
  readonly name: string;
  /** Where its name stands. */
  readonly place: Place;
}

/** The procedures at a module's top level that nobody outside can reach, in the order they are written. */
export function listUnexported(source: ParsedSource): readonly UnexportedProcedure[] {
  const scope = readModuleScope(source.tree);
  const held = [...scope.variables].filter(
    ([name, { initializer }]) =>
      initializer && !isExported(scope.statements.get(name)) && holdsProcedure(initializer, scope),
  );
  if (held.length === 0) return [];
  const reached = listReached(source.tree);
  return held
    .filter(([name]) => !reached.has(name))
    .map(([name, declaration]) => ({ name, place: placeOf(source, declaration.name) }));
}

/** Whether a part of an expression that runs at once, and not inside a function for later, makes a procedure. */
function holdsProcedure(node: ts.Node, scope: ModuleScope): boolean {
  if (isFunction(node)) return false;
  const chain = ts.isCallExpression(node) ? readCallChain(node) : null;
  if (chain && isProcedureChain(chain, scope)) return hasRoute(chain, scope);
  return ts.forEachChild(node, (child) => holdsProcedure(child, scope)) ?? false;
}

/** Whether a chain of calls ends in a handler, and is one of a procedure builder. */
export function isProcedureChain(chain: CallChain, scope: ModuleScope): boolean {
  const last = chain.calls.at(-1)?.name;
  return (last === 'query' || last === 'mutation') && isBuilder(chain, scope);
}

/** Metadata that is not written on the spot may be of any kind. */
function hasRoute({ calls }: CallChain, { tree }: ModuleScope): boolean {
  return calls.some(({ name, arguments: [metadata] }) => {
    if (name !== 'meta' || !metadata) return false;
    return (
      !ts.isObjectLiteralExpression(metadata) || /openapi/i.test(tree.text.slice(metadata.pos, metadata.end))
    );
  });
}

function isType(statement: ts.Statement): boolean {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly;
  return ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement);
}

/** The names that exports, and statements that run when the module does, refer to, at once or through others. */
function listReached(tree: ts.SourceFile): ReadonlySet<string> {
  const declared = new Map<string, ts.Node>();
  const roots: ts.Node[] = [];
  for (const statement of tree.statements) {
    if (isExported(statement) && !isType(statement)) roots.push(statement);
    else if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (initializer) for (const bound of boundNames(name)) declared.set(bound, initializer);
      }
    } else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      if (statement.name) declared.set(statement.name.text, statement);
    } else if (!ts.isImportDeclaration(statement) && !isType(statement)) roots.push(statement);
  }
  const reached = new Set<string>();
  const reach = (node: ts.Node): void => {
    for (const name of listReferences(node)) {
      if (reached.has(name)) continue;
      reached.add(name);
      const value = declared.get(name);
      if (value) reach(value);
    }
  };
  roots.forEach(reach);
  return reached;
}
