import type { TextEdit } from './text-edit.js';
import { ts } from './typescript.js';

/** Puts `expression` in place of every `import.meta.url`, which a bundle would otherwise make its own. */
export function findImportMeta(tree: ts.SourceFile, expression: string): TextEdit[] {
  if (!tree.text.includes('import.meta')) return [];
  const edits: TextEdit[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isPropertyAccessExpression(node) &&
      ts.isMetaProperty(node.expression) &&
      node.name.text === 'url'
    ) {
      edits.push({ start: node.getStart(tree), end: node.end, replacement: expression });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return edits;
}
