/** A template that cannot be parsed, or asks for what its view does not have. */
export class TemplateFault extends Error {
  override readonly name = 'TemplateFault';
  /** The whole template. */
  readonly source: string;
  /** Counted from 1. */
  readonly line: number;

  constructor(source: string, cause: unknown) {
    const { message, lineNumber } = cause as Error & { readonly lineNumber?: number };
    super(clean(message), { cause });
    this.source = source;
    const [, line] = /^Parse error on line (\d+)/.exec(message) ?? [];
    this.line = lineNumber ?? Number(line ?? 1);
  }
}

/** Handlebars says the place, which is told apart, and draws a frame of its own. */
function clean(message: string): string {
  const lines = message
    .replace(/^Parse error on line \d+:\n?/, '')
    .replace(/ - \d+:\d+$/, '')
    .split('\n')
    .filter((line) => !/^(?:\.\.\.|-*\^)/.test(line) && !/^\s*$/.test(line));
  return (lines.at(-1) ?? '').replace(/([^.])$/, '$1.');
}
