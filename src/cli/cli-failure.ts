import { EXIT } from './exit-code.js';

/** A failure that the user can understand from one sentence; it is printed without a stack. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure';
  readonly exitCode: number;
  /** What to do next. */
  readonly help: string | undefined;

  constructor(
    message: string,
    options: { exitCode?: number; help?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.exitCode = options.exitCode ?? EXIT.usage;
    this.help = options.help;
  }
}
