/** A longer timeout would overflow to one millisecond. */
export const TIMER_MAX_MS = 2 ** 31 - 1;

/** Calls `tick` every `everyMs` milliseconds while the event loop is on time. Returns a function that stops it. */
export type Repeat = (tick: () => void, everyMs: number) => () => void;

/** Does not keep the process alive. */
export const repeatUnref: Repeat = (tick, everyMs) => {
  const timer = setInterval(tick, everyMs).unref();
  return () => clearInterval(timer);
};
