import { EXIT } from './exit-code.js';

/** A command that cannot do what it was asked to, for a reason that one sentence tells the user: no stack is printed. */
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
