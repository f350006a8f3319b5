const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/;
/** Characters that an editor or a terminal does not show as they are, such as bidirectional controls. */
const INVISIBLE = /(?!\t)[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** The tags of a comment. */
export interface CommentTags {
  /** The text after the tag, which may be empty; without it there is no tag. */
  readonly deprecation?: string | undefined;
  /** Lines of code, each a separate example. */
  readonly examples?: readonly string[] | undefined;
}

/**
 * Prints a JSDoc comment at `indent` with a line break at its end, or nothing if there is no text. Each part of `text`
 * may contain line breaks. Texts are the user's: comment closers are broken, tags and links are escaped, and invisible
 * characters are spelled out.
 */
export function printComment(text: readonly string[], indent = '', tags: CommentTags = {}): string {
  const { deprecation, examples = [] } = tags;
  // Most properties have no comment.
  if (text.join('') === '' && deprecation === undefined && examples.length === 0) return '';
  const textLines = trimBlank(text.flatMap((part) => part.split(LINE_BREAK)).map((line) => line.trimEnd()));
  const tagged = [
    ...examples.map((code) => `@example ${code}`),
    ...(deprecation === undefined ? [] : [`@deprecated ${deprecation}`.trimEnd()]),
  ];
  const gap = textLines.length > 1 && tagged.length > 0 ? [''] : [];
  const lines = [...textLines.map(escapeTags), ...gap, ...tagged.map(escapeClosers)];
  if (lines.length === 0) return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`;
}

/** A backslash before an `@` prevents a tag, and is not shown where comments are read as Markdown. */
function escapeTags(line: string): string {
  const closed = escapeClosers(line);
  return closed.includes('@') ? closed.replace(/^(\s*)@/, '$1\\@').replaceAll('{@', '{\\@') : closed;
}

/** Visible characters that close no comment. */
const PLAIN = /^[ -)+-~]*$/;

function escapeClosers(line: string): string {
  if (PLAIN.test(line)) return line;
  return line
    .replaceAll('*/', '*\\/')
    .replace(INVISIBLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function trimBlank(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line !== '');
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== '') + 1);
}
