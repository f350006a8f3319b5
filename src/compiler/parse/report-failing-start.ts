import type { Node } from 'oxc-parser';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { locationOf } from './location-of.js';
import type { ModuleSyntax } from './module-syntax.js';
import { unwrap } from './syntax-tree.js';

/**
 * Warns of a statement at the top of a module that stops a server which imports it, and that a build does not run: the first
 * `throw`, `process.exit()` or `await Promise.reject()`. What stands inside of another statement may not run, and what changes
 * a name of the module runs in a build as well.
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

/** `process` may be imported from Node as well. */
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
