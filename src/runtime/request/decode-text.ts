/** What a text means to the leaves of a decoding plan. `undefined` is a text that does not fit. */
import { parseDate } from './parse-date.js';

/** A decimal number as JSON or JavaScript prints it: `7`, `-0.5`, `1e+21`. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const BIGINT = /^-?(?:0|[1-9]\d*)$/;
/** Reading a decimal takes time that grows faster than its length; 4,096 digits are far beyond what ids and sums need. */
const BIGINT_DIGITS = 4096;

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

export const DECODE_TEXT = {
  string: (text: string): string => text,
  number: decodeNumber,
  bigint: decodeBigint,
  boolean: (text: string): boolean | undefined => BOOLEANS.get(text),
  date: parseDate,
  null: (text: string): null | undefined => (text === 'null' ? null : undefined),
};

export function decodeBigint(text: string): bigint | undefined {
  return text.length <= BIGINT_DIGITS && BIGINT.test(text) ? BigInt(text) : undefined;
}

function decodeNumber(text: string): number | undefined {
  if (!NUMBER.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** The literal that prints as `text`; for `true` and `false` their digits too, where no number claims them. */
export function decodeLiteral(
  text: string,
  literals: readonly (string | number | boolean | null)[],
): string | number | boolean | null | undefined {
  const printed = literals.find((literal) => String(literal) === text);
  if (printed !== undefined) return printed;
  const boolean = BOOLEANS.get(text);
  return boolean !== undefined && literals.includes(boolean) ? boolean : undefined;
}
