/** Digits one by one: every query and body passes here, and a regular expression costs several times as much. */

const ZERO = 0x30;

/** The number that exactly `count` digits from `start` on make; NaN where one is missing. */
export function readDigits(text: string, start: number, count: number): number {
  let number = 0;
  for (let index = start; index < start + count; index++) {
    const digit = text.charCodeAt(index) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

/** Where the digits that begin at `start` end; `start` when there is none. */
export function skipDigits(text: string, start: number): number {
  let index = start;
  while (isDigit(text.charCodeAt(index))) index += 1;
  return index;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9;
}
