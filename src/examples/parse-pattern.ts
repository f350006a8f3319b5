/** The parts of a regular expression from which texts are made. A node without ranges produces nothing. */
export type PatternNode =
  | { readonly ranges: Ranges }
  | { readonly parts: readonly PatternNode[] }
  | { readonly choices: readonly PatternNode[] }
  | { readonly repeated: PatternNode; readonly min: number; readonly max: number };

export type Ranges = readonly (readonly [first: number, last: number])[];

/** Parses a regular expression that the engine has accepted. */
export function parsePattern(source: string): PatternNode {
  return new PatternParser(source).parse();
}

const NOTHING: PatternNode = { ranges: [] };
const LETTERS: Ranges = [[97, 122]];
/** The characters of `.` and of negated sets: printable ASCII, letters and digits first. */
const PLAIN: Ranges = [...LETTERS, [48, 57], [65, 90], [45, 46], [32, 126]];
const WORD: Ranges = [...LETTERS, [65, 90], [48, 57], [95, 95]];
const ESCAPED: { readonly [letter: string]: Ranges } = {
  d: [[48, 57]],
  w: WORD,
  s: [[32, 32]],
  D: LETTERS,
  W: [[45, 46]],
  S: WORD,
  n: [[10, 10]],
  r: [[13, 13]],
  t: [[9, 9]],
};

class PatternParser {
  private readonly tokens: readonly string[];
  private at = 0;

  constructor(source: string) {
    this.tokens = [...source];
  }

  parse(): PatternNode {
    const choices = [this.parseSequence()];
    while (this.tokens[this.at] === '|') {
      this.at++;
      choices.push(this.parseSequence());
    }
    return { choices };
  }

  private parseSequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.at < this.tokens.length && !/[|)]/.test(this.tokens[this.at] ?? '')) {
      parts.push(this.parseRepeated());
    }
    return { parts };
  }

  private parseRepeated(): PatternNode {
    const repeated = this.parseAtom();
    const [whole, sign, min, comma, max] = this.take(/^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/);
    if (whole === undefined) return repeated;
    if (sign) return { repeated, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
    return { repeated, min: Number(min), max: max ? Number(max) : comma ? Infinity : Number(min) };
  }

  private parseAtom(): PatternNode {
    const token = this.tokens[this.at++] ?? '';
    if (token === '(') return this.parseGroup();
    if (token === '[') return { ranges: this.parseSet() };
    if (token === '^' || token === '$') return NOTHING;
    if (token === '.') return { ranges: PLAIN };
    return { ranges: token === '\\' ? this.parseEscape() : rangeOf(token) };
  }

  private parseGroup(): PatternNode {
    const [kind = ''] = this.take(/^\?(?:[:=!]|<[=!]|<\w+>)/);
    const inside = this.parse();
    this.at++;
    return /[=!]$/.test(kind) ? NOTHING : inside;
  }

  private parseEscape(): Ranges {
    const letter = this.tokens[this.at++] ?? '';
    if (letter === 'p' || letter === 'P') {
      const [property = ''] = this.take(/^\{[^}]*\}/);
      return /Emoji|Pictographic/.test(property) ? rangeOf('🌿') : LETTERS;
    }
    // A boundary or a back-reference produces nothing.
    if (/[kbB1-9]/.test(letter)) return this.take(/^(?:<\w+>)?/) && [];
    const [code] = letter === 'u' ? this.take(/^[0-9a-f]{4}|^\{[0-9a-f]+\}/i) : [];
    const [byte] = letter === 'x' ? this.take(/^[0-9a-f]{2}/i) : [];
    const hex = code ?? byte;
    if (hex) return rangeOf(String.fromCodePoint(Number.parseInt(hex.replace(/\W/g, ''), 16)));
    return ESCAPED[letter] ?? rangeOf(letter);
  }

  private parseSet(): Ranges {
    const isNegated = this.take(/^\^/).length > 0;
    const ranges: (readonly [number, number])[] = [];
    while (this.at < this.tokens.length && this.tokens[this.at] !== ']') {
      const first = this.parseMember();
      const isRange = first.length === 1 && this.tokens[this.at] === '-' && this.tokens[this.at + 1] !== ']';
      if (!isRange) {
        ranges.push(...first);
        continue;
      }
      this.at++;
      ranges.push([first[0]?.[0] ?? 0, this.parseMember()[0]?.[1] ?? 0]);
    }
    this.at++;
    return isNegated ? subtract(PLAIN, ranges) : ranges;
  }

  private parseMember(): Ranges {
    const token = this.tokens[this.at++] ?? '';
    return token === '\\' ? this.parseEscape() : rangeOf(token);
  }

  /** Consumes and returns what a pattern matches at this position; empty if it does not match. */
  private take(pattern: RegExp): readonly (string | undefined)[] {
    const found = pattern.exec(this.tokens.slice(this.at, this.at + 60).join('')) ?? [];
    this.at += [...(found[0] ?? '')].length;
    return found;
  }
}

function rangeOf(character: string): Ranges {
  const code = character.codePointAt(0);
  return code === undefined ? [] : [[code, code]];
}

/** Lists the characters of `whole` that are in none of `ranges`, each as a range. */
function subtract(whole: Ranges, ranges: Ranges): Ranges {
  const codes = whole.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
  const left = codes.filter((code) => !ranges.some(([first, last]) => code >= first && code <= last));
  return left.map((code) => [code, code]);
}
