/** The text as one word of bash and zsh, in which nothing is expanded. */
export function quoteWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The text as one word of fish, where a backslash escapes inside of quotes too. */
export function quoteFishWord(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
