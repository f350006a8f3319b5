/**
 * The source of a pattern as JSON Schema takes it, which knows no flags: what ignores case names both cases of each
 * letter. Undefined where it cannot be said.
 */
export function printPattern({ source, flags }: RegExp): string | undefined {
  if (/[^dgiuy]/.test(flags)) return undefined;
  return flags.includes('i') ? spellBothCases(source) : source;
}

/** The words of a list in any case, as one pattern. */
export function printWords(words: readonly string[], isCaseSensitive: boolean): string | undefined {
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return printPattern(new RegExp(`^(?:${escaped.join('|')})$`, isCaseSensitive ? '' : 'i'));
}

/** Escapes that stand for letters by number or name, and groups with names: their letters are not letters to match. */
const HIDDEN_LETTERS = /\\[ckpuxP]|\(\?<[^=!]/;

function spellBothCases(source: string): string | undefined {
  if (HIDDEN_LETTERS.test(source) || /[^\0-\x7f]/.test(source)) return undefined;
  let isClass = false;
  let printed = '';
  for (let index = 0; index < source.length; index++) {
    const character = source.charAt(index);
    if (character === '\\') {
      printed += character + source.charAt(++index);
      continue;
    }
    if (character === '[' || character === ']') isClass = character === '[';
    const range = isClass ? /^[A-Za-z]-[^\]]/.exec(source.slice(index)) : null;
    if (range) {
      const [text] = range;
      if (!/^(?:[a-z]-[a-z]|[A-Z]-[A-Z])$/.test(text)) return undefined;
      printed += text + swapCase(text);
      index += 2;
    } else if (!/[A-Za-z]/.test(character)) printed += character;
    else printed += isClass ? character + swapCase(character) : `[${character}${swapCase(character)}]`;
  }
  return printed;
}

function swapCase(text: string): string {
  return /[a-z]/.test(text) ? text.toUpperCase() : text.toLowerCase();
}
