import type { CliFailure } from './cli-failure.js';
import { EXIT } from './exit-code.js';
import type { Io } from './io.js';
import { createProgram, EarlyExit } from './program.js';

/** Runs one command line and returns its exit code. Errors have been printed to stderr by then. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let exitCode: number = EXIT.fine;
  const program = createProgram(io, (code) => {
    exitCode = code;
  });
  try {
    if (Object.keys(io.env).some((name) => name.startsWith('PROCGEN_'))) {
      const { warnOfVariables } = await import('./warn-of-variables.js');
      warnOfVariables(io);
    }
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof EarlyExit) return error.exitCode;
    const { explainFailure } = await import('./explain-failure.js');
    const failure = explainFailure(error);
    return failure ? reportFailure(io, failure) : reportCrash(io, error);
  }
}

async function reportFailure(io: Io, failure: CliFailure): Promise<number> {
  const { createColors } = await import('./colors.js');
  const { printFailure } = await import('./print/print-failure.js');
  io.stderr.write(printFailure(failure, createColors(io, io.stderr)));
  return failure.exitCode;
}

async function reportCrash(io: Io, error: unknown): Promise<number> {
  const { makeLinesPrintable } = await import('./print/make-printable.js');
  const stack = error instanceof Error ? (error.stack ?? String(error)) : String(error);
  io.stderr.write(
    `error: procgen stopped because of an internal error. This is a bug in procgen; please report it:\n${makeLinesPrintable(stack)}\n`,
  );
  return EXIT.bug;
}
