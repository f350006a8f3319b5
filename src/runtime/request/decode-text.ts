/** What a text means to the leaves of a decoding plan. `undefined` is a text that does not fit. */
import { parseDate } from './parse-date.js';
import { skipDigits } from './read-digits.js';

/** Reading a decimal takes time that grows faster than its length; 4,096 digits are far beyond what ids and sums need. */
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

/** A decimal number as JSON or JavaScript prints it: `7`, `-0.5`, `1e+21`. */
function decodeNumber(text: string): number | undefined {
  const integer = skipInteger(text);
  if (integer === 0 || skipExponent(text, skipFraction(text, integer)) !== text.length) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** Where an integer without leading zeros that begins the text ends; 0 when there is none. */
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
 * Prepares the look-up of the literal that prints as a text; for `true` and `false` by their digits too, where no
 * other literal claims them.
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
