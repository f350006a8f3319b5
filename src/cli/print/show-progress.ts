import { isColorWanted } from '../colors.js';
import type { Io } from '../io.js';

export interface Progress {
  /** Shows the current step: `reading 12 procedure files`. */
  begin(what: string): void;
  /** Removes the line. */
  end(): void;
}

/** Shorter work shows no progress. */
const DELAY_MS = 500;

/** Returns to the start of the line and erases it (ECMA-48, EL). */
const CLEAR_LINE = '\r\u001b[2K';

const SILENT: Progress = { begin() {}, end() {} };

/**
 * Shows the progress of work that takes longer than half a second, in one line that is removed at the end; only on a
 * terminal. `now` is a monotonic clock in milliseconds.
 */
export function showProgress(
  { stderr, env }: Pick<Io, 'stderr' | 'env'>,
  now: () => number = () => performance.now(),
): Progress {
  // Without colours, no other escape sequences either.
  if (!stderr.isTTY || !isColorWanted(env, true)) return SILENT;
  const showAt = now() + DELAY_MS;
  let current = '';
  let isShown = false;
  const show = () => {
    stderr.write(`${CLEAR_LINE}${current}…`);
    isShown = true;
  };
  const timer = setTimeout(show, DELAY_MS).unref();
  return {
    begin(what) {
      current = what;
      // Synchronous work blocks the timer.
      if (now() >= showAt) show();
    },
    end() {
      clearTimeout(timer);
      if (isShown) stderr.write(CLEAR_LINE);
      isShown = false;
    },
  };
}
