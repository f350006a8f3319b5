import type { CliFailure } from './cli-failure.js';
import { EXIT } from './exit-code.js';
import type { Io } from './io.js';
import { createProgram, EarlyExit } from './program.js';

/** Runs one command line and says what to exit with; whatever goes wrong has been told on stderr by then. */
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
  const { makeLinesPrintable } = await import('./print/make-lines-printable.js');
  const colors = createColors(io, io.stderr);
  const help = failure.help ? `${colors.cyan('help:')} ${makeLinesPrintable(failure.help)}\n` : '';
  io.stderr.write(`${colors.bold(colors.red('error:'))} ${makeLinesPrintable(failure.message)}\n${help}`);
  return failure.exitCode;
}

function reportCrash(io: Io, error: unknown): number {
  const stack = error instanceof Error ? (error.stack ?? String(error)) : String(error);
  io.stderr.write(
    `error: procgen stopped because of a bug of its own. Please report it with the text below.\n${stack}\n`,
  );
  return EXIT.bug;
}
