/**
 * The source of a pattern as JSON Schema takes it, which knows no flags and whose validators read it as Unicode (`u`):
 * what ignores case names both cases of each letter, and what `u` refuses is written as it does not. Undefined where
 * it cannot be said.
 */
export function printPattern({ source, flags }: RegExp): string | undefined {
  if (/[^dgiu]/.test(flags)) return undefined;
  const spelled = flags.includes('i') ? spellBothCases(source) : source;
  if (spelled === undefined || flags.includes('u')) return spelled;
  // These mean something else where Unicode is on.
  if (/\\(?:[pPu]\{|k<)/.test(spelled)) return undefined;
  return [spelled, escapeForUnicode(spelled)].find(isUnicodePattern);
}

function isUnicodePattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** The words of a list in any case, as one pattern. */
export function printWords(words: readonly string[], isCaseSensitive: boolean): string | undefined {
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return printPattern(new RegExp(`^(?:${escaped.join('|')})$`, isCaseSensitive ? '' : 'i'));
}

/** What a backslash stands before for a reason. */
const MEANINGFUL = /[bBcdDfknpPrsStuvwWx\d^$\\.*+?()[\]{}|/]/;
const CLASS_ESCAPE = /^\\[dDsSwW]/;
const QUANTIFIER = /^\{\d+(?:,\d*)?\}/;

/** Escapes what Unicode patterns want escaped, and nothing that they do not: `\@` is `@`, `[\w-.]` is `[\w\-.]`. */
function escapeForUnicode(source: string): string {
  let isClass = false;
  let printed = '';
  for (let index = 0; index < source.length; index++) {
    const rest = source.slice(index);
    const character = source.charAt(index);
    if (character === '\\') {
      const escaped = source.charAt(++index);
      const isNeeded = MEANINGFUL.test(escaped) || (isClass && escaped === '-');
      printed += isNeeded ? character + escaped : escaped;
      continue;
    }
    if (isClass) {
      const isBeside = CLASS_ESCAPE.test(source.slice(index - 2, index)) || CLASS_ESCAPE.test(rest.slice(1));
      printed += character === '-' && isBeside ? '\\-' : character;
      isClass = character !== ']';
      continue;
    }
    isClass = character === '[';
    const [quantifier] = QUANTIFIER.exec(rest) ?? [];
    if (quantifier !== undefined) {
      printed += quantifier;
      index += quantifier.length - 1;
    } else printed += /[\]{}]/.test(character) ? `\\${character}` : character;
  }
  return printed;
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
    const [range] = (isClass && character !== '[' && /^[^\\\]]-[^\]]/.exec(source.slice(index))) || [];
    if (range !== undefined) {
      if (!/^(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d)$/.test(range)) return undefined;
      printed += /\d/.test(range) ? range : range + swapCase(range);
      index += 2;
    } else if (!/[A-Za-z]/.test(character)) printed += character;
    else printed += isClass ? character + swapCase(character) : `[${character}${swapCase(character)}]`;
  }
  return printed;
}

function swapCase(text: string): string {
  return /[a-z]/.test(text) ? text.toUpperCase() : text.toLowerCase();
}
