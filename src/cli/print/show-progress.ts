import { isColorWanted } from '../colors.js';
import type { Io } from '../io.js';

export interface Progress {
  /** Says what is done from now on: `reading 12 procedure files`. */
  begin(what: string): void;
  /** Takes the line away. */
  end(): void;
}

/** What takes no longer is over before anybody wonders. */
const PATIENCE_MS = 500;

/** Back to the line's beginning, and what is on it erased (ECMA-48, EL). */
const CLEAR_LINE = '\r\u001b[2K';

const SILENT: Progress = { begin() {}, end() {} };

/**
 * Shows on a terminal what work is at that takes longer than half a second, in one line that goes away. Elsewhere nothing
 * is shown. `now` gives milliseconds that only go on.
 */
export function showProgress(
  { stderr, env }: Pick<Io, 'stderr' | 'env'>,
  now: () => number = () => performance.now(),
): Progress {
  // Who wants no colour wants no other escape sequences either.
  if (!stderr.isTTY || !isColorWanted(env, true)) return SILENT;
  const showAt = now() + PATIENCE_MS;
  let current = '';
  let isShown = false;
  const show = () => {
    stderr.write(`${CLEAR_LINE}${current}…`);
    isShown = true;
  };
  const timer = setTimeout(show, PATIENCE_MS).unref();
  return {
    begin(what) {
      current = what;
      // The timer has to wait while the work leaves it no turn.
      if (now() >= showAt) show();
    },
    end() {
      clearTimeout(timer);
      if (isShown) stderr.write(CLEAR_LINE);
      isShown = false;
    },
  };
}
