import { EXIT } from '../exit-code.js';
import type { Io, StopSignal } from '../io.js';

export interface ShutdownHooks {
  /** Finishes received requests and closes everything; resolves when done. */
  readonly drain: () => Promise<void>;
  /** Receives uncaught errors. */
  readonly onCrash: (error: unknown) => void;
  /** Receives the reason before draining starts. */
  readonly onStop: (reason: StopSignal | 'crash') => void;
}

/**
 * One Ctrl-C reaches a server started by a script runner twice, from the terminal and from the runner: a second signal
 * this soon is the same key press.
 */
const DUPLICATE_SIGNAL_MS = 100;

/** Container runtimes kill after 10 s. Whatever still hangs by then, such as a log that nobody reads, is abandoned. */
const SHUTDOWN_TIMEOUT_MS = 9_000;

/**
 * Waits until the server has to stop, drains it, and returns the exit code: 0 after a signal, 1 after a crash, and 1
 * immediately if a second signal arrives while it drains.
 */
export function waitForShutdown(
  io: Io,
  hooks: ShutdownHooks,
  now: () => number = () => performance.now(),
): Promise<number> {
  return new Promise((resolve) => {
    let exitCode: number | null = null;
    let stoppedAt = 0;
    const stop = (code: number, reason: StopSignal | 'crash') => {
      exitCode = code;
      stoppedAt = now();
      io.forceExitAfter(SHUTDOWN_TIMEOUT_MS, () => exitCode ?? EXIT.errors);
      hooks.onStop(reason);
      hooks
        .drain()
        .catch(crash)
        .finally(() => finish(exitCode ?? EXIT.errors));
    };
    const crash = (error: unknown) => {
      hooks.onCrash(error);
      if (exitCode === null) stop(EXIT.errors, 'crash');
      else exitCode = EXIT.errors;
    };
    const finish = (code: number) => {
      exitCode = code;
      offSignal();
      offCrash();
      resolve(code);
    };
    const offSignal = io.onSignal((signal) => {
      if (exitCode === null) stop(EXIT.fine, signal);
      else if (signal === 'SIGTERM' || now() - stoppedAt > DUPLICATE_SIGNAL_MS) finish(EXIT.errors);
    });
    const offCrash = io.onCrash(crash);
  });
}
