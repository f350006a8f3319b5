/** Decodes texts for the leaves of a decoding plan. `undefined` means that a text does not fit. */
import { parseDate } from './parse-date.js';
import { skipDigits } from './read-digits.js';

/** Parsing a decimal takes superlinear time; 4,096 digits are far more than ids and sums need. */
const BIGINT_DIGITS = 4096;

export type Literal = string | number | boolean | null;

export const DECODE_TEXT = {
  string: (text: string): string => text,
  number: decodeNumber,
  bigint: decodeBigint,
  boolean: decodeBoolean,
  date: parseDate,
  null: (text: string): null | undefined => (text === 'null' ? null : undefined),
};

export function decodeBigint(text: string): bigint | undefined {
  const end = skipInteger(text);
  return end > 0 && end === text.length && end <= BIGINT_DIGITS ? BigInt(text) : undefined;
}

/** Decodes a decimal number as JSON or JavaScript prints it: `7`, `-0.5`, `1e+21`. */
function decodeNumber(text: string): number | undefined {
  const integer = skipInteger(text);
  if (integer === 0 || skipExponent(text, skipFraction(text, integer)) !== text.length) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** Returns the end of an integer without leading zeros at the start of the text; 0 if there is none. */
function skipInteger(text: string): number {
  const start = text.startsWith('-') ? 1 : 0;
  if (text[start] === '0') return start + 1;
  const end = skipDigits(text, start);
  return end === start ? 0 : end;
}

function skipFraction(text: string, start: number): number {
  if (text[start] !== '.') return start;
  const end = skipDigits(text, start + 1);
  return end === start + 1 ? start : end;
}

function skipExponent(text: string, start: number): number {
  if (text[start] !== 'e' && text[start] !== 'E') return start;
  const digits = text[start + 1] === '+' || text[start + 1] === '-' ? start + 2 : start + 1;
  const end = skipDigits(text, digits);
  return end === digits ? start : end;
}

function decodeBoolean(text: string): boolean | undefined {
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : undefined;
}

/**
 * Prepares the look-up of the literal that prints as a text; `true` and `false` also as `1` and `0`, unless another
 * literal prints like that.
 */
export function prepareLiterals(literals: readonly Literal[]): (text: string) => Literal | undefined {
  const byText = new Map<string, Literal>();
  for (const literal of literals) {
    if (!byText.has(String(literal))) byText.set(String(literal), literal);
  }
  for (const text of ['1', '0']) {
    const boolean = text === '1';
    if (literals.includes(boolean) && !byText.has(text)) byText.set(text, boolean);
  }
  return (text) => byText.get(text);
}
