import { ts } from './typescript.js';

const LINK = /\{@link(?:code|plain)?\s+([^}\s|]+)[\s|]*([^}]*)\}/g;

/** The JSDoc before a statement as Markdown, without its tags; undefined when there is none. */
export function readDescription(tree: ts.SourceFile, node: ts.Node | undefined): string | undefined {
  const doc = (node as { jsDoc?: ts.JSDoc[] } | undefined)?.jsDoc?.at(-1);
  if (doc && typeof doc.comment !== 'string') noteParents(doc, tree);
  const text = ts.getTextOfJSDocComment(doc?.comment)?.trim();
  return text
    ? text.replace(LINK, (_, target: string, label: string) => printLink(target, label))
    : undefined;
}

/** What a link says is found by way of its parents, which the tree was parsed without. */
function noteParents(node: ts.Node, parent: ts.Node): void {
  Object.assign(node, { parent });
  ts.forEachChild(node, (child) => noteParents(child, node));
}

/** What a link inside the project refers to is nowhere outside of it: its words are left. */
function printLink(target: string, label: string): string {
  const words = label.trim();
  if (/^https?:/.test(target)) return words === '' ? `<${target}>` : `[${words}](${target})`;
  return words === '' ? `\`${target}\`` : words;
}
