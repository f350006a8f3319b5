/** Beyond this many characters a regular expression is the faster one, */
const SHORT = 40;
/** and beyond this many JSON.stringify, which looks at several at a time. */
const LONG = 200;

/** All but what JSON prints as it is. Halves of pairs are among the rest: those that stand alone are escaped. */
const ODD = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/** As JSON.stringify prints a string. */
export function printString(text: string): string {
  return isPlain(text) ? `"${text}"` : JSON.stringify(text);
}

/** The same without the quotes around it. */
export function escapeString(text: string): string {
  return isPlain(text) ? text : JSON.stringify(text).slice(1, -1);
}

function isPlain(text: string): boolean {
  if (text.length > SHORT) return text.length <= LONG && !ODD.test(text);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < SPACE || code === QUOTE || code === BACKSLASH || (code & SURROGATE_BITS) === SURROGATE) {
      return false;
    }
  }
  return true;
}

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SURROGATE = 0xd800;
const SURROGATE_BITS = 0xf800;
