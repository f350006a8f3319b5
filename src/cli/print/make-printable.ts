// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Puts U+FFFD, of the same length, for what would move a terminal's cursor, ring its bell or turn its reading
 * direction round, so that nothing in a source file or in an answer of another process can act on the terminal that shows it.
 */
export function makePrintable(text: string): string {
  return text.replace(UNPRINTABLE, '\ufffd');
}
