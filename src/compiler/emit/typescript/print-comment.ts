const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/;
/** What an editor or a terminal would not show for what it is, such as a mark that turns the rest of a line around. */
const UNSEEN = /(?!\t)[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** What a comment says in tags. */
export interface CommentTags {
  /** What to say behind the tag, perhaps nothing; no tag when absent. */
  readonly deprecation?: string | undefined;
  /** Lines of code, each an example of its own. */
  readonly examples?: readonly string[] | undefined;
}

/**
 * A JSDoc comment of `text` (each part of which may hold line breaks of its own) at `indent`, with its line break, or
 * nothing when there is nothing to say. Text is the user's: what would close the comment is broken, tags and links lose
 * their meaning, what is unseen is spelled out.
 */
export function printComment(text: readonly string[], indent = '', tags: CommentTags = {}): string {
  const { deprecation, examples = [] } = tags;
  // Most properties say nothing.
  if (text.join('') === '' && deprecation === undefined && examples.length === 0) return '';
  const said = trimBlank(text.flatMap((part) => part.split(LINE_BREAK)).map((line) => line.trimEnd()));
  const tagged = [
    ...examples.map((code) => `@example ${code}`),
    ...(deprecation === undefined ? [] : [`@deprecated ${deprecation}`.trimEnd()]),
  ];
  const gap = said.length > 1 && tagged.length > 0 ? [''] : [];
  const lines = [...said.map(quote), ...gap, ...tagged.map(closeNothing)];
  if (lines.length === 0) return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`;
}

/** A backslash before an `@` keeps it from being a tag, and is not shown where comments are read as Markdown. */
function quote(line: string): string {
  const closed = closeNothing(line);
  return closed.includes('@') ? closed.replace(/^(\s*)@/, '$1\\@').replaceAll('{@', '{\\@') : closed;
}

/** What closes nothing and is seen. */
const PLAIN = /^[ -)+-~]*$/;

function closeNothing(line: string): string {
  if (PLAIN.test(line)) return line;
  return line
    .replaceAll('*/', '*\\/')
    .replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function trimBlank(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line !== '');
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== '') + 1);
}
