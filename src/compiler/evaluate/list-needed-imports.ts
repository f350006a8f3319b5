import type { Node } from 'oxc-parser';
import { listNodes } from '../parse/cut-handlers.js';
import { isFunction, isType, listReferences } from '../parse/syntax-tree.js';
import type { Module } from './evaluated-module.js';
import type { ImportReference } from './module-names.js';

/** What a module's own name imports as soon as it is evaluated: not what only functions use that may be called later. */
export function listNeededImports(module: Module, name: string): readonly ImportReference[] {
  const names = new Set([name]);
  const found: ImportReference[] = [];
  for (const each of names) {
    const declaration = module.syntax.declarations.get(each);
    if (declaration?.kind === 'import') {
      const { from, imported, node } = declaration;
      found.push({ from, name: imported, node });
    } else if (declaration) {
      const isLeftOut = (node: Node) => module.isCut(node) || isType(node) || isFunction(node);
      for (const node of listNodes(declaration)) {
        for (const inner of listReferences(node, isLeftOut)) names.add(inner);
      }
    }
  }
  return found;
}
