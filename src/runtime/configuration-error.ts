/** A configuration that this server cannot fulfil. The message is for the operator and contains no secret. */
export class ConfigurationError extends Error {
  /** What to do next. */
  readonly help: string | undefined;

  constructor(message: string, options: { readonly help?: string; readonly cause?: unknown } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'ConfigurationError';
    this.help = options.help;
  }
}
