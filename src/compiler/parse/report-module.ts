import type { Node } from 'oxc-parser';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { SourceLocation } from '../source-location.js';
import { type CallChain, isProcedureChain, readCallChain } from './builder-chain.js';
import { locationOf } from './location-of.js';
import type { ModuleSyntax } from './module-syntax.js';
import type { SourceModules } from './source-modules.js';
import { isFunction, listReferences, unwrap, walk } from './syntax-tree.js';

/** Warns of top-level procedures with a route that no export refers to, and that no caller can reach. */
export function reportUnexported(module: ModuleSyntax, sources: SourceModules): readonly Diagnostic[] {
  const routed = [...module.declarations].filter(
    ([, declaration]) =>
      declaration.kind === 'value' &&
      declaration.statement.type === 'VariableDeclaration' &&
      declaration.nodes.some((node) => createsProcedure(node, module, sources)),
  );
  if (routed.length === 0) return [];
  const reached = listReached(module);
  return routed
    .filter(([name]) => !reached.has(name))
    .map(([name]) => {
      const message = `The procedure in "${name}" is not exported, so it has no endpoint.`;
      return createDiagnostic('unexported-procedure', locateVariable(module, name), message);
    });
}

/** Warns of procedures with a route in a namespace or a static field, unless other exports refer to these. */
export function reportEnclosed(module: ModuleSyntax, sources: SourceModules): readonly Diagnostic[] {
  return [...module.declarations].flatMap(([name, { kind, nodes }]) => {
    const node = kind === 'named' ? nodes.find((each) => createsProcedure(each, module, sources)) : undefined;
    if (!node || listReached(module, name).has(name)) return [];
    const container = node.type === 'ClassDeclaration' ? 'class' : 'namespace';
    const message = `The procedure in the ${container} "${name}" is no export of its own, so it has no endpoint.`;
    const { start } = (node as { id: Node }).id;
    const location = locationOf(module, { start, end: start + name.length });
    return [createDiagnostic('nested-procedure', location, message)];
  });
}

/** Whether a node creates a procedure in code that runs immediately, outside functions and instances. */
function createsProcedure(root: Node, module: ModuleSyntax, sources: SourceModules): boolean {
  let found = false;
  walk(root, (node) => {
    if (found || isFunction(node) || (node.type === 'PropertyDefinition' && !node.static)) return true;
    const chain = node.type === 'CallExpression' ? readCallChain(node) : null;
    if (!chain || !isProcedureChain(chain, module, sources)) return false;
    found = hasRoute(chain, module);
    return true;
  });
  return found;
}

/** Metadata that is not a literal may contain anything. */
function hasRoute({ calls }: CallChain, { text }: ModuleSyntax): boolean {
  return calls.some(({ name, arguments: [metadata] }) => {
    if (name !== 'meta' || !metadata) return false;
    return metadata.type !== 'ObjectExpression' || /openapi/i.test(text.slice(metadata.start, metadata.end));
  });
}

/** Lists the names that exports, but for one, and top-level statements refer to, directly or through other names. */
function listReached(
  { declarations, exports, effects }: ModuleSyntax,
  without?: string,
): ReadonlySet<string> {
  const exported = [...exports.values()].flatMap((one) => ('local' in one ? [one.local] : []));
  const roots = exported.filter((name) => name !== without);
  const reached = new Set([...roots, ...effects.flatMap(({ node }) => [...listReferences(node)])]);
  for (const name of reached) {
    for (const node of declarations.get(name)?.nodes ?? []) {
      for (const inner of listReferences(node)) reached.add(inner);
    }
  }
  return reached;
}

function locateVariable(module: ModuleSyntax, name: string): SourceLocation {
  const declarators = module.statements.flatMap((statement) =>
    statement.type === 'VariableDeclaration' ? statement.declarations : [],
  );
  const { start = 0 } = declarators.find(({ id }) => id.type === 'Identifier' && id.name === name) ?? {};
  return locationOf(module, { start, end: start + name.length });
}

/**
 * Warns of a top-level statement that stops a server, but that a build does not run: the first `throw`,
 * `process.exit()` or `await Promise.reject()`. Nested statements are ignored, since they may not run, as are
 * statements that change a name of the module, since a build runs those too.
 */
export function reportFailingStart(module: ModuleSyntax): readonly Diagnostic[] {
  for (const { node, targets, changesZod } of module.effects) {
    const statement = describeFailing(node, module);
    if (statement === null) continue;
    if (targets.size > 0 || changesZod) return [];
    const message = `A server stops at this \`${statement}\` when it starts; a build does not run it, since no schema needs it.`;
    return [createDiagnostic('failing-start', locationOf(module, node), message)];
  }
  return [];
}

function describeFailing(node: Node, module: ModuleSyntax): string | null {
  if (node.type === 'ThrowStatement') return 'throw';
  if (node.type !== 'ExpressionStatement') return null;
  const call = unwrap(node.expression);
  if (call.type !== 'CallExpression') return null;
  if (isGlobalMember(call.callee, ['process', 'exit'], module)) return 'process.exit()';
  const isAwaited = node.expression.type === 'AwaitExpression';
  return isAwaited && isGlobalMember(call.callee, ['Promise', 'reject'], module)
    ? 'await Promise.reject()'
    : null;
}

/** `process` may also be imported from Node. */
function isGlobalMember(
  callee: Node,
  [owner, name]: readonly [string, string],
  { declarations }: ModuleSyntax,
): boolean {
  if (callee.type !== 'MemberExpression' || callee.computed || callee.optional) return false;
  const { object, property } = callee;
  if (object.type !== 'Identifier' || object.name !== owner) return false;
  if (property.type !== 'Identifier' || property.name !== name) return false;
  const declared = declarations.get(owner);
  return !declared || (declared.kind === 'import' && /^(?:node:)?process$/.test(declared.from));
}
