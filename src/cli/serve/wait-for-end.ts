import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';

export interface Ending {
  /** Answers what has been received, closes everything, resolves when done. */
  readonly drain: () => Promise<void>;
  /** Told of what nobody caught. */
  readonly onCrash: (error: unknown) => void;
  /** Told that draining has begun, and why. */
  readonly onStop: (reason: string) => void;
}

/**
 * Waits until the server has to stop, drains it, and says what to exit with: 0 after a signal, 1 after a crash, 1 at
 * once when a second signal comes while it drains.
 */
export function waitForEnd(io: Io, ending: Ending): Promise<number> {
  return new Promise((resolve) => {
    let exitCode: number | null = null;
    const begin = (code: number, reason: string) => {
      exitCode = code;
      ending.onStop(reason);
      ending.drain().then(
        () => finish(code),
        (error: unknown) => {
          ending.onCrash(error);
          finish(EXIT.faults);
        },
      );
    };
    const finish = (code: number) => {
      offSignal();
      offCrash();
      resolve(code);
    };
    const offSignal = io.onSignal((signal) => {
      if (exitCode === null) begin(EXIT.fine, signal);
      else finish(EXIT.faults);
    });
    const offCrash = io.onCrash((error) => {
      ending.onCrash(error);
      if (exitCode === null) begin(EXIT.faults, 'crash');
    });
  });
}
