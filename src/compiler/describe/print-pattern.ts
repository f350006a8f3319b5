/**
 * Returns the source of a pattern for JSON Schema, which has no flags and whose validators read patterns as Unicode
 * (`u`). Letters whose case is ignored are written in both cases, and syntax that `u` rejects is rewritten. Undefined
 * if the pattern cannot be expressed.
 */
export function printPattern({ source, flags }: RegExp): string | undefined {
  if (/[^dgiu]/.test(flags)) return undefined;
  const expanded = flags.includes('i') ? expandCases(source) : source;
  if (expanded === undefined || flags.includes('u')) return expanded;
  // These have another meaning in Unicode mode.
  if (/\\(?:[pPu]\{|k<)/.test(expanded)) return undefined;
  return [expanded, escapeForUnicode(expanded)].find(isUnicodePattern);
}

function isUnicodePattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** Returns one pattern that matches any word of a list. */
export function printWords(words: readonly string[], isCaseSensitive: boolean): string | undefined {
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return printPattern(new RegExp(`^(?:${escaped.join('|')})$`, isCaseSensitive ? '' : 'i'));
}

/** Characters that a backslash gives a meaning to. */
const ESCAPABLE = /[bBcdDfknpPrsStuvwWx\d^$\\.*+?()[\]{}|/]/;
const CLASS_ESCAPE = /^\\[dDsSwW]/;
const QUANTIFIER = /^\{\d+(?:,\d*)?\}/;

/** Adds the escapes that `u` requires and drops those that it rejects: `\@` becomes `@`, `[\w-.]` becomes `[\w\-.]`. */
function escapeForUnicode(source: string): string {
  let isClass = false;
  let printed = '';
  for (let index = 0; index < source.length; index++) {
    const rest = source.slice(index);
    const character = source.charAt(index);
    if (character === '\\') {
      const escaped = source.charAt(++index);
      const isNeeded = ESCAPABLE.test(escaped) || (isClass && escaped === '-');
      printed += isNeeded ? character + escaped : escaped;
      continue;
    }
    if (isClass) {
      const isNextToClassEscape =
        CLASS_ESCAPE.test(source.slice(index - 2, index)) || CLASS_ESCAPE.test(rest.slice(1));
      printed += character === '-' && isNextToClassEscape ? '\\-' : character;
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

/** Escapes by number or name, and named groups: their letters are not letters to match. */
const NON_LITERAL_LETTERS = /\\[ckpuxP]|\(\?<[^=!]/;

function expandCases(source: string): string | undefined {
  if (NON_LITERAL_LETTERS.test(source) || /[^\0-\x7f]/.test(source)) return undefined;
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
