/** Above this length a regular expression is faster, */
const SHORT_LENGTH = 40;
/** and above this one JSON.stringify, which checks several characters at a time. */
const LONG_LENGTH = 200;

/** Matches what JSON escapes, and all surrogates, because lone ones are escaped. */
const NEEDS_ESCAPE = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/** Prints a string as JSON.stringify does. */
export function printString(text: string): string {
  return isPlain(text) ? `"${text}"` : JSON.stringify(text);
}

/** Does the same without the quotes. */
export function escapeString(text: string): string {
  return isPlain(text) ? text : JSON.stringify(text).slice(1, -1);
}

function isPlain(text: string): boolean {
  if (text.length > SHORT_LENGTH) return text.length <= LONG_LENGTH && !NEEDS_ESCAPE.test(text);
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
