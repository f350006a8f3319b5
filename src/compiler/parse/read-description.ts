import type { Comment, Node } from 'oxc-parser';
import type { ModuleSyntax } from './module-syntax.js';

const LINK = /\{@link(?:code|plain)?\s+([^}\s|]+)[\s|]*([^}]*)\}/g;

/**
 * Returns the JSDoc before a node as Markdown, without its tags; undefined if there is none. As in TypeScript, a
 * comment on the line of the preceding code does not belong to a statement.
 */
export function readDescription(module: ModuleSyntax, node: Node, isStatement = true): string | undefined {
  const comment = findJsDoc(module, node.start, isStatement);
  if (!comment) return undefined;
  const column = comment.start - (module.text.lastIndexOf('\n', comment.start) + 1);
  const text = readText(comment.value.slice(1), column).trim();
  return text === ''
    ? undefined
    : text.replace(LINK, (_, target: string, label: string) => printLink(target, label));
}

/** Returns the last JSDoc between the preceding code and the node. */
function findJsDoc({ text, comments }: ModuleSyntax, start: number, isStatement: boolean): Comment | null {
  const before: Comment[] = [];
  let end = start;
  for (const comment of comments.toReversed()) {
    if (comment.end > end) continue;
    if (text.slice(comment.end, end).trim() !== '') break;
    before.unshift(comment);
    end = comment.start;
  }
  const trivia = text.slice(0, end).trimEnd().length;
  let isOwn = !isStatement || trivia === 0;
  let position = trivia;
  let found: Comment | null = null;
  for (const comment of before) {
    isOwn ||= /[\n\r]/.test(text.slice(position, comment.start));
    if (isOwn && comment.type === 'Block' && comment.value.startsWith('*')) found = comment;
    position = comment.end;
  }
  return found;
}

/**
 * Returns the same text as TypeScript's `getTextOfJSDocComment` for the content of a JSDoc whose `/**` is at `column`:
 * without asterisks, indented relative to its first words, up to the first tag.
 */
function readText(content: string, column: number): string {
  let text = '';
  let margin: number | undefined;
  let indent = column + 4;
  const indentBy = (space: string): void => {
    if (margin !== undefined && indent + space.length > margin) text += space.slice(margin - indent);
    indent += space.length;
  };
  for (const [index, line] of content.split(/(?<=\r\n|\n|\r(?!\n))/).entries()) {
    const [, before = '', asterisk = '', after = '', words = ''] =
      (index === 0 ? FIRST_LINE : LINE).exec(line) ?? [];
    if (index > 0) {
      indent = 0;
      indentBy(before);
      indent += asterisk.length;
      indentBy(after);
    }
    if (words.startsWith('@')) break;
    const [, first = '', more = ''] = /^((?:[\p{ID_Start}$_][\p{ID_Continue}$-]*|.)?)(.?)/u.exec(words) ?? [];
    // TypeScript uses the length of the first word as the indentation of a line without one.
    if (first !== '') margin ||= indent || (more === '' ? 0 : first.length);
    const tag = words.search(/(?<=[^\S\r\n])@(?!\s)/);
    if (tag !== -1) return text + words.slice(0, tag);
    text += words;
  }
  return text;
}

const FIRST_LINE = /^()()((?:[\t\v\f ][^\S\r\n]*)?)([\s\S]*)/;
const LINE = /^((?:[\t\v\f ][^\S\r\n]*)?)(\*?)((?:[\t\v\f ][^\S\r\n]*)?)([\s\S]*)/;

/** Outside the project, a link to a symbol of it leads nowhere, so only its words are kept. */
function printLink(target: string, label: string): string {
  const words = label.trim();
  if (/^https?:/.test(target)) return words === '' ? `<${target}>` : `[${words}](${target})`;
  return words === '' ? `\`${target}\`` : words;
}
