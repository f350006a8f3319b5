import type { Node } from 'oxc-parser';
import { isHandlerCall } from './builder-chain.js';
import { cutConfig, isDefineConfig } from './cut-config.js';
import type { Declaration, ModuleSyntax } from './module-syntax.js';
import { walk } from './syntax-tree.js';
import type { TextEdit } from './text-edit.js';

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
