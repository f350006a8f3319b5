const COLUMNS = 120;

/** Breaks a paragraph into lines; those after the first begin with `indent`. Code spans are not broken. */
export function wrap(text: string, indent = ''): string {
  const lines: string[] = [];
  let line = '';
  for (const [, word = ''] of text.matchAll(/((?:`[^`]*`|\S)+)/g)) {
    if (line.trim() !== '' && line.length + 1 + word.length > COLUMNS) {
      lines.push(line);
      line = `${indent}${word}`;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join('\n');
}

export function bullet(text: string): string {
  return wrap(`- ${text}`, '  ');
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** `a`, `a and b`, `a, b and c`. */
export function joinWords(words: readonly string[]): string {
  return words.join(', ').replace(/, ([^,]*)$/, ' and $1');
}

/** With a capital and a full stop. */
export function sentence(text: string): string {
  const capital = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?)]$/.test(capital) ? capital : `${capital}.`;
}

const LITERAL = /^(?:'[^']*'|[\d_]+|true|false|\[.*\]|\{.*\})$/;

/** The value of an option, as code where it is one. */
export function value(text: string): string {
  return LITERAL.test(text) ? code(text) : text;
}

/** A type, as code unless it is a word. */
export function type(text: string): string {
  return text === 'function' || text === 'zod schema' ? text : code(text);
}
