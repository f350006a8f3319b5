const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/;

/**
 * A JSDoc comment of `lines` (each of which may hold line breaks of its own) at `indent`, with its line break, or
 * nothing when there is nothing to say. What would close the comment is broken.
 */
export function printComment(lines: readonly string[], indent = ''): string {
  const text = trimBlank(lines.flatMap((line) => line.split(LINE_BREAK)).map((line) => line.trimEnd()));
  if (text.length === 0) return '';
  const safe = text.map((line) => line.replaceAll('*/', '*\\/'));
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`;
  return `${indent}/**\n${safe.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`;
}

function trimBlank(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line !== '');
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== '') + 1);
}
