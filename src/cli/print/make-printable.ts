/**
 * Characters that control a terminal or change the reading direction, and sequences that are commands of CI runners:
 * `##[group]` and `##vso[…]` anywhere (GitHub Actions, Azure Pipelines) and `::error::` at the start of a line.
 */
export const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|#(?=#\w*\[)|(?<=^\s*):(?=:[\w-]+.*::)/g;

/**
 * Replaces control sequences by U+FFFD, keeping the length, so that untrusted text cannot control a terminal or a CI
 * runner.
 */
export function makePrintable(text: string): string {
  return text.replace(UNPRINTABLE, '\ufffd');
}

/** `makePrintable` for text of several lines, such as a stack; line breaks are kept. */
export function makeLinesPrintable(text: string): string {
  return text.split(/\r?\n/).map(makePrintable).join('\n');
}
