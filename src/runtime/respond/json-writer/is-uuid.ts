import * as z from 'zod';

/** What zod asks of a UUID of any version. */
export const UUID_PATTERN = z.core.regexes.uuid();

const LENGTH = 36;
const DIGIT = 1;
const VERSION = 2;
const VARIANT = 4;
const HYPHEN = 8;

/** What each ASCII character can be in a UUID. */
const CLASSES = new Uint8Array(128);
for (const digit of '0123456789abcdefABCDEF') CLASSES[digit.charCodeAt(0)] = DIGIT;
for (const digit of '12345678') CLASSES[digit.charCodeAt(0)] = DIGIT | VERSION;
for (const digit of '89abAB') {
  const code = digit.charCodeAt(0);
  CLASSES[code] = (CLASSES[code] as number) | VARIANT;
}
CLASSES['-'.charCodeAt(0)] = HYPHEN;

/** What is asked of each place. */
const PLACES = Uint8Array.from('xxxxxxxx-xxxx-Mxxx-Nxxx-xxxxxxxxxxxx', (place) => {
  if (place === '-') return HYPHEN;
  if (place === 'M') return VERSION;
  return place === 'N' ? VARIANT : DIGIT;
});

/** Whether `UUID_PATTERN` fits, in a fraction of the time; the two that are no version are left to it. */
export function isUuid(text: string): boolean {
  if (text.length !== LENGTH) return false;
  for (let index = 0; index < LENGTH; index++) {
    const isFit = ((CLASSES[text.charCodeAt(index)] as number) & (PLACES[index] as number)) !== 0;
    if (!isFit) return UUID_PATTERN.test(text);
  }
  return true;
}
