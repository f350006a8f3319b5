import type { Node } from 'oxc-parser';
import type { TextEdit } from '../read/text-edit.js';
import { cutConfig } from './cut-config.js';
import type { Declaration, ModuleSyntax } from './module-syntax.js';
import { leftmostName, nameOfKey, unwrap, walk } from './syntax-tree.js';

const HANDLER_CALLS = new Set(['query', 'mutation', 'use']);
const BUILDER_CALLS = new Set(['meta', 'input', 'output']);

/** What stands in the place of nodes that are cut out. */
export type Cuts = ReadonlyMap<Node, TextEdit>;

/**
 * The cuts that take what only a running application needs out of a module: handlers, middleware, and the functions of
 * a configuration. Named handlers are cut as well, so that nothing asks for the module they come from.
 */
export function cutHandlers({ text, declarations, effects }: ModuleSyntax): Cuts {
  const cuts = new Map<Node, TextEdit>();
  const visit = (node: Node): boolean => {
    if (node.type !== 'CallExpression') return false;
    const [first] = node.arguments;
    if (first && isHandlerCall(node, declarations)) {
      const whole = { start: first.start, end: node.end - 1 };
      for (const given of node.arguments) cuts.set(given as Node, replace(text, whole, ''));
    } else if (isDefineConfig(node, declarations)) {
      for (const { node: property, value } of cutConfig(node, declarations)) {
        cuts.set(property, replace(text, property, value));
      }
    }
    return false;
  };
  for (const declaration of declarations.values())
    for (const node of listNodes(declaration)) walk(node, visit);
  for (const { node } of effects) walk(node, visit);
  return cuts;
}

/** Keeps the place of everything behind it, where that can be. */
function replace(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  value: string,
): TextEdit {
  return { start, end, replacement: value + text.slice(start + value.length, end).replace(/[^\n\r]/g, ' ') };
}

/** The nodes that run where a declaration is evaluated. */
export function listNodes(declaration: Declaration): readonly Node[] {
  if (declaration.kind === 'import') return [];
  if (declaration.kind === 'named') return declaration.nodes;
  return declaration.node ? [declaration.node] : [];
}

type Call = Node & { type: 'CallExpression' };

function isHandlerCall({ callee }: Call, declarations: ReadonlyMap<string, Declaration>): boolean {
  if (callee.type !== 'MemberExpression') return false;
  const name = nameOfKey(callee.property, callee.computed);
  return name !== null && HANDLER_CALLS.has(name) && isBuilder(callee.object, declarations);
}

/** Whether a chain is one of a procedure builder, and not of a database's `query`. */
function isBuilder(chain: Node, declarations: ReadonlyMap<string, Declaration>): boolean {
  for (let at = unwrap(chain); at.type === 'CallExpression' && at.callee.type === 'MemberExpression'; ) {
    const name = nameOfKey(at.callee.property, at.callee.computed);
    if (name !== null && BUILDER_CALLS.has(name)) return true;
    at = unwrap(at.callee.object);
  }
  return comesFrom(chain, declarations, (from) => from === 'procgen' || /^[.#~@]/.test(from));
}

function isDefineConfig({ callee }: Call, declarations: ReadonlyMap<string, Declaration>): boolean {
  if (callee.type !== 'Identifier') return false;
  const declaration = declarations.get(callee.name);
  return (
    declaration?.kind === 'import' &&
    declaration.from === 'procgen' &&
    declaration.imported === 'defineConfig'
  );
}

/** Whether what an expression starts with is imported from a module that `matches`, through constants of its own module too. */
function comesFrom(
  node: Node,
  declarations: ReadonlyMap<string, Declaration>,
  matches: (specifier: string) => boolean,
): boolean {
  const seen = new Set<string>();
  for (let name = leftmostName(node); name !== null && !seen.has(name); ) {
    seen.add(name);
    const declaration = declarations.get(name);
    if (declaration?.kind === 'import') return matches(declaration.from);
    name = declaration?.kind === 'value' && declaration.node ? leftmostName(declaration.node) : null;
  }
  return false;
}
