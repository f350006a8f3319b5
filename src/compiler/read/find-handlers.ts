import { type CallChain, leftmostIdentifier, readCallChain } from './builder-chain.js';
import { findConfigFunctions } from './find-config-cuts.js';
import { isRootedIn, type ModuleScope, mayGiveBuilder } from './module-scope.js';
import type { TextEdit } from './text-edit.js';
import { ts } from './typescript.js';

const HANDLER_CALLS = new Set(['query', 'mutation', 'use']);
const BUILDER_CALLS = new Set(['meta', 'input', 'output']);

/**
 * The cuts that take every handler, middleware and config function out of a module: what only a running
 * application needs. Named handlers are cut as well, so that nothing reaches the module they come from.
 */
export function findHandlers(tree: ts.SourceFile, scope: ModuleScope): TextEdit[] {
  const cuts: TextEdit[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      if (isHandlerCall(node, scope)) {
        cuts.push({ start: node.arguments.pos, end: node.arguments.end, replacement: 'undefined' });
      } else cuts.push(...findConfigFunctions(node, scope));
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return cuts;
}

/** `….query(handler)`. What the last call is called is asked first: it is no handler's nearly always. */
export function isHandlerCall(call: ts.CallExpression, scope: ModuleScope): boolean {
  const { expression: callee, arguments: given } = call;
  if (!ts.isPropertyAccessExpression(callee) || !HANDLER_CALLS.has(callee.name.text)) return false;
  const chain = given.length > 0 ? readCallChain(call) : null;
  return chain !== null && isBuilder(chain, scope);
}

/** Whether a chain is one of a procedure builder, and not of a database's `query`. */
export function isBuilder(chain: CallChain, scope: ModuleScope): boolean {
  if (chain.calls.some((call) => BUILDER_CALLS.has(call.name))) return true;
  const root = leftmostIdentifier(chain.root);
  return root !== null && isRootedIn(scope, root.text, mayGiveBuilder);
}
