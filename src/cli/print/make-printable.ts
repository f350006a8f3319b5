/**
 * What would move a terminal's cursor, ring its bell or turn its reading direction round, and what would make the line a
 * command to a CI runner: `##[group]` and `##vso[…]` anywhere in it for GitHub Actions and Azure Pipelines, `::error::` at its
 * start.
 */
export const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|#(?=#\w*\[)|(?<=^\s*):(?=:[\w-]+.*::)/g;

/** Puts U+FFFD, of the same length, in the place of what is unprintable, so that no text from elsewhere can act on what shows it. */
export function makePrintable(text: string): string {
  return text.replace(UNPRINTABLE, '\ufffd');
}

/** Makes each line printable and keeps their ends, for text that may have several, such as a stack. */
export function makeLinesPrintable(text: string): string {
  return text.split(/\r?\n/).map(makePrintable).join('\n');
}
