import { ts } from './typescript.js';

/** Where a node begins, without the white space and the comments before it. */
export function startOfNode(node: ts.Node, tree: ts.SourceFile): number {
  return ts.getTokenPosOfNode(node, tree);
}

export function textOfNode(node: ts.Node, tree: ts.SourceFile): string {
  return tree.text.slice(startOfNode(node, tree), node.end);
}
