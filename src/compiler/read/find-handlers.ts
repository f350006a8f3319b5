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
      const chain = readCallChain(node);
      const last = chain?.calls.at(-1);
      const [first] = node.arguments;
      if (chain && last && first && HANDLER_CALLS.has(last.name) && isBuilder(chain, scope)) {
        cuts.push({ start: node.arguments.pos, end: node.arguments.end, replacement: 'undefined' });
      } else cuts.push(...findConfigFunctions(node, scope));
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return cuts;
}

/** Whether a chain is one of a procedure builder, and not of a database's `query`. */
export function isBuilder(chain: CallChain, scope: ModuleScope): boolean {
  if (chain.calls.some((call) => BUILDER_CALLS.has(call.name))) return true;
  const root = leftmostIdentifier(chain.root);
  return root !== null && isRootedIn(scope, root.text, mayGiveBuilder);
}
