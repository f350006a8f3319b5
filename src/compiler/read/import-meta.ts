import { startOfNode } from './node-range.js';
import { ts } from './typescript.js';

/** From where to where in a text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Every `import.meta.url`, which a bundle would otherwise make its own. */
export function findImportMeta(tree: ts.SourceFile): TextRange[] {
  if (!tree.text.includes('import.meta')) return [];
  const found: TextRange[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isPropertyAccessExpression(node) &&
      ts.isMetaProperty(node.expression) &&
      node.name.text === 'url'
    ) {
      found.push({ start: startOfNode(node, tree), end: node.end });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}
