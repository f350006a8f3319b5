/** A fenced block of a Markdown text. */
export interface Fence {
  /** The word after the opening fence, such as `ts`; empty when there is none. */
  readonly language: string;
  /** What follows the language: the file that the block is the text of; null when nothing follows. */
  readonly path: string | null;
  readonly text: string;
  /** The nearest heading above, without its marks. */
  readonly section: string;
  /** Of the opening fence, counted from 1. */
  readonly line: number;
}

/** Every fenced block in order. Throws when one is never closed. */
export function readFences(markdown: string): Fence[] {
  const fences: Fence[] = [];
  let section = '';
  let open: { language: string; path: string | null; line: number; lines: string[] } | null = null;
  for (const [index, line] of markdown.split('\n').entries()) {
    if (open) {
      if (line.trimEnd() !== '```') open.lines.push(line);
      else {
        const { lines, ...head } = open;
        fences.push({ ...head, section, text: lines.map((text) => `${text}\n`).join('') });
        open = null;
      }
      continue;
    }
    const [, heading] = /^#{1,6} (.+)$/.exec(line) ?? [];
    if (heading !== undefined) section = heading;
    const [, language, path] = /^\s*(?:```|~~~)\s*(\S*)\s*(.*?)\s*$/.exec(line) ?? [];
    if (language === undefined || path === undefined) continue;
    open = { language, path: path === '' ? null : path, line: index + 1, lines: [] };
  }
  if (open) throw new Error(`The fence of line ${open.line} is never closed.`);
  return fences;
}
