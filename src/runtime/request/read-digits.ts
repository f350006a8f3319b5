/** Parses digits one by one: every query and body passes here, and a regular expression takes several times as long. */

const ZERO = 0x30;

/** Returns the number of exactly `count` digits from `start` on; NaN if one is missing. */
export function readDigits(text: string, start: number, count: number): number {
  let number = 0;
  for (let index = start; index < start + count; index++) {
    const digit = text.charCodeAt(index) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

/** Returns the end of the digits that begin at `start`; `start` if there are none. */
export function skipDigits(text: string, start: number): number {
  let index = start;
  while (isDigit(text.charCodeAt(index))) index += 1;
  return index;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9;
}
