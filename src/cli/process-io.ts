import type { Io, Output, StopSignal } from './io.js';

/** The real thing: this process. */
export function createProcessIo(): Io {
  // While code of the project's is built, `process.exit` is another function.
  const { exit } = process;
  const io: Io = {
    stdout: createOutput(process.stdout),
    stderr: createOutput(process.stderr),
    get terminal() {
      // Standard input is opened by looking at it: only those who ask look.
      const isTerminal = process.stdin.isTTY && process.stderr.isTTY;
      return isTerminal ? { input: process.stdin, output: process.stderr } : null;
    },
    env: process.env,
    cwd: process.cwd(),
    startedAt: 0,
    onSignal(listener) {
      const names: readonly StopSignal[] = ['SIGINT', 'SIGTERM'];
      const handlers = names.map((name) => [name, () => listener(name)] as const);
      for (const [name, handler] of handlers) process.on(name, handler);
      return () => {
        for (const [name, handler] of handlers) process.off(name, handler);
      };
    },
    onCrash(listener) {
      process.on('uncaughtException', listener);
      process.on('unhandledRejection', listener);
      return () => {
        process.off('uncaughtException', listener);
        process.off('unhandledRejection', listener);
      };
    },
    endWithin(ms, readCode) {
      setTimeout(() => exit.call(process, readCode()), ms);
    },
    async startBuilder(project) {
      const { startBuilder } = await import('./builder/start-builder.js');
      return startBuilder(project, io);
    },
    enableSourceMaps() {
      process.setSourceMapsEnabled(true);
    },
  };
  return io;
}

/**
 * Ends the process with `code` once everything written has left it, whatever the project's own modules keep open:
 * a pool or a timer must not hold up a build that is done.
 */
export async function leave(code: number): Promise<void> {
  process.exitCode = code;
  await Promise.all([drain(process.stdout), drain(process.stderr)]);
  process.exit(code);
}

function createOutput(stream: NodeJS.WriteStream): Output {
  // A reader that closed the pipe (`procgen routes | head -1`) is not an error.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return { write: (text) => void stream.write(text), isTTY: stream.isTTY === true };
}

function drain(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableLength === 0 || stream.destroyed) resolve();
    else stream.write('', () => resolve());
  });
}
