import { makePromise } from '../make-promise.js';

/** Somebody who asks again and again, until there is a pause. */
export interface Pause {
  /** Resolves at the first pause after the first question, or at the end. */
  readonly reached: Promise<void>;
  /** There was a question. */
  delay(): void;
  /** There will be none. */
  end(): void;
}

/** So long after a question the next one of a bundler has come, if there is one, unless the machine is very busy. */
const PAUSE_MS = 5;

export function awaitPause(pauseMs = PAUSE_MS): Pause {
  const { promise: reached, resolve: end } = makePromise<void>();
  let timer: NodeJS.Timeout | undefined;
  return {
    reached,
    end,
    delay() {
      if (timer) timer.refresh();
      else timer = setTimeout(end, pauseMs);
    },
  };
}
