/** What a longer timer would overflow to is a millisecond. */
export const TIMER_MAX_MS = 2 ** 31 - 1;

/** Calls `tick` again and again, so many milliseconds apart as long as the event loop is in time. Gives what ends it. */
export type Repeat = (tick: () => void, everyMs: number) => () => void;

/** Keeps no process alive. */
export const repeatUnref: Repeat = (tick, everyMs) => {
  const timer = setInterval(tick, everyMs).unref();
  return () => clearInterval(timer);
};
