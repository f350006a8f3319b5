/** What the configuration asks for and this server cannot do. The message is for the operator and holds no secret. */
export class ConfigurationError extends Error {
  /** What to do next. */
  readonly help: string | undefined;

  constructor(message: string, options: { readonly help?: string; readonly cause?: unknown } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'ConfigurationError';
    this.help = options.help;
  }
}
