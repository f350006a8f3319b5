import { type CallChain, leftmostIdentifier, readCallChain } from './builder-chain.js';
import { isRootedIn, type ModuleScope, mayGiveBuilder } from './module-scope.js';
import { ts } from './typescript.js';

const HANDLER_CALLS = new Set(['query', 'mutation', 'use']);
const BUILDER_CALLS = new Set(['meta', 'input', 'output']);

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
