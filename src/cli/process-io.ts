import { EXIT } from './exit-code.js';
import type { Io, Output, StopSignal } from './io.js';

/** The `Io` of this process. */
export function createProcessIo(): Io {
  // Builds replace `process.exit` while they run code of the project.
  const { exit } = process;
  const io: Io = {
    stdout: createOutput('stdout'),
    stderr: createOutput('stderr'),
    log: createOutput('stdout', 'log'),
    get terminal() {
      // Reading `process.stdin` opens it, so it is read only for prompts.
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
    forceExitAfter(ms, readCode) {
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
 * Exits with `code` once all output is flushed, even if modules of the project keep the event loop alive, for example by
 * a connection pool or a timer. A command whose output could not be written has failed.
 */
export async function exitWhenFlushed(code: number): Promise<void> {
  process.exitCode = code;
  await Promise.all([flush(process.stdout), flush(process.stderr)]);
  process.exit(code === EXIT.fine && unwritable.has('stdout') ? EXIT.usage : code);
}

/** The outputs whose last write failed, for example because the disk is full. */
const unwritable = new Set<string>();

/** A reader that closed the pipe (`procgen routes | head -1`) is not an error. */
const CLOSED_PIPE: readonly unknown[] = ['EPIPE', 'ERR_STREAM_DESTROYED'];

/** A write that fails is reported on stderr, once until a later one succeeds: a server continues without its log. */
function createOutput(target: 'stdout' | 'stderr', name: string = target): Output {
  const stream = process[target];
  // Each write handles its own error.
  stream.on('error', () => {});
  const note = (error?: NodeJS.ErrnoException | null) => {
    if (!error || CLOSED_PIPE.includes(error.code)) return void unwritable.delete(name);
    if (unwritable.has(name)) return;
    unwritable.add(name);
    if (target !== 'stderr')
      process.stderr.write(
        `error: the ${name === 'log' ? 'log' : 'output'} could not be written: ${error.message}\n`,
      );
  };
  return { write: (text) => void stream.write(text, note), isTTY: stream.isTTY === true };
}

function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) resolve();
    else stream.write('', () => resolve());
  });
}
