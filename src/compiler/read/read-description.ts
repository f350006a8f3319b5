import { ts } from './typescript.js';

const LINK = /\{@link(?:code|plain)?\s+([^}\s|]+)[\s|]*([^}]*)\}/g;

/** The JSDoc before a statement as Markdown, without its tags; undefined when there is none. */
export function readDescription(node: ts.Node): string | undefined {
  const docs = (node as { jsDoc?: ts.JSDoc[] }).jsDoc;
  const text = ts.getTextOfJSDocComment(docs?.at(-1)?.comment)?.trim();
  return text
    ? text.replace(LINK, (_, target: string, label: string) => printLink(target, label))
    : undefined;
}

/** What a link inside the project refers to is nowhere outside of it: its words are left. */
function printLink(target: string, label: string): string {
  const words = label.trim();
  if (/^https?:/.test(target)) return words === '' ? `<${target}>` : `[${words}](${target})`;
  return words === '' ? `\`${target}\`` : words;
}
