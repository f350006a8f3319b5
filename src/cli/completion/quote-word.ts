/** The text quoted as one word of bash and zsh. */
export function quoteWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The text quoted as one word of fish, where a backslash escapes inside of quotes too. */
export function quoteFishWord(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
