import type { Node } from 'oxc-parser';
import type { Declaration, ModuleSyntax } from './module-syntax.js';
import type { SourceModules } from './source-modules.js';
import { leftmostName, nameOfKey, unwrap } from './syntax-tree.js';

/** One call of a chain: `.meta({ … })`. */
export interface ChainCall {
  readonly name: string;
  readonly nameNode: Node;
  readonly arguments: readonly Node[];
}

/** `root.first(…).second(…)`, with the calls in source order. */
export interface CallChain {
  readonly root: Node;
  readonly calls: readonly ChainCall[];
}

const HANDLER_CALLS = new Set(['query', 'mutation', 'use']);
const BUILDER_CALLS = new Set(['meta', 'input', 'output']);

/** Reads a chain of method calls from its outermost expression; null if it is not one. */
export function readCallChain(expression: Node): CallChain | null {
  const calls: ChainCall[] = [];
  let root = unwrap(expression);
  while (root.type === 'CallExpression' && root.callee.type === 'MemberExpression') {
    const { object, property, computed } = root.callee;
    const name = nameOfKey(property, computed);
    if (name === null) break;
    calls.push({ name, nameNode: property, arguments: root.arguments as Node[] });
    root = unwrap(object);
  }
  return calls.length > 0 ? { root, calls: calls.reverse() } : null;
}

/** Whether a call has a handler or a middleware as its argument: `….query(handler)`. */
export function isHandlerCall(
  call: Node & { type: 'CallExpression' },
  module: ModuleSyntax,
  sources: SourceModules,
): boolean {
  const { callee } = call;
  if (call.arguments.length === 0 || callee.type !== 'MemberExpression') return false;
  // Cheap, and false for nearly every call.
  const name = nameOfKey(callee.property, callee.computed);
  if (name === null || !HANDLER_CALLS.has(name)) return false;
  const chain = readCallChain(call);
  return chain !== null && isBuilder(chain, module, sources);
}

/** Whether a chain creates a procedure: it ends in a handler and starts from a procedure builder. */
export function isProcedureChain(chain: CallChain, module: ModuleSyntax, sources: SourceModules): boolean {
  const last = chain.calls.at(-1)?.name;
  return (last === 'query' || last === 'mutation') && isBuilder(chain, module, sources);
}

/** Whether a chain starts from a procedure builder, rather than from a database's `query`. */
function isBuilder({ root, calls }: CallChain, module: ModuleSyntax, sources: SourceModules): boolean {
  return calls.some(({ name }) => BUILDER_CALLS.has(name)) || startsWithBuilder(root, module, sources);
}

/**
 * Whether an import may provide a procedure builder: from procgen, from the project's own modules, also missing ones, or
 * from a scoped package, which may be the organization's own.
 */
export function mayExportBuilder({ path }: ModuleSyntax, specifier: string, sources: SourceModules): boolean {
  return specifier === 'procgen' || /^[.#~@]/.test(specifier) || sources.resolve(path, specifier) !== null;
}

/** Whether an expression starts with such an import, directly or through constants of its module. */
function startsWithBuilder(node: Node, module: ModuleSyntax, sources: SourceModules): boolean {
  const seen = new Set<string>();
  for (let name = leftmostName(node); name !== null && !seen.has(name); ) {
    seen.add(name);
    const declaration: Declaration | undefined = module.declarations.get(name);
    if (declaration?.kind === 'import') return mayExportBuilder(module, declaration.from, sources);
    const initializer = declaration?.kind === 'value' ? declaration.nodes[0] : undefined;
    name = initializer ? leftmostName(initializer) : null;
  }
  return false;
}
