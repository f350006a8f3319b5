import { performance } from 'node:perf_hooks';
import { type Repeat, repeatUnref } from '../repeat.js';

/** Detects requests that arrive faster than the event loop can handle them. */
export interface LoopWatch {
  /** Called once per request; returns whether to refuse it. */
  isLate(): boolean;
  close(): void;
}

export interface LoopWatchOptions {
  /** The permitted delay of the event loop. */
  readonly lagMs: number;
  readonly clock?: LoopClock;
}

/** Replaced in tests. */
export interface LoopClock {
  /** A monotonic time in milliseconds. */
  now(): number;
  /** The total idle time of the event loop, in milliseconds. */
  readIdleMs(): number;
  readonly repeat: Repeat;
}

/** An overload since it began, or since it was last found to continue. */
interface Overload {
  readonly since: number;
  readonly idleMs: number;
  refused: number;
}

export const TICK_MS = 10;
/** One late tick is no overload (a burst, a garbage collection, a busy machine); two within this time are. */
const STRAIN_MS = 1_000;
/** How many times `lagMs` a single late tick may take. */
const CALM_FACTOR = 4;
/** During an overload, a tick admits requests for a tenth of `lagMs`, so that callers hear of a refusal soon. */
const OVERLOAD_FACTOR = 1 / 10;
/** An overload is over if no request was refused in this window, or if the loop was idle for this share of it. */
const WINDOW_MS = 1_000;
const REST_SHARE = 0.05;

/**
 * Measures the ticks of the event loop. All waiting requests are read in one tick, one after the other, and those that
 * arrive meanwhile in the next, so a tick's length equals the queueing delay. Requests read late in a tick are refused,
 * which shortens the queue and keeps the processor busy: CoDel (RFC 8289) without a queue of its own. No timer runs
 * while there are no requests.
 */
export function watchLoop({ lagMs, clock = LOOP }: LoopWatchOptions): LoopWatch {
  let stopTicking: (() => void) | undefined;
  let hasRequests = false;
  let tickedAt = 0;
  let strainedUntil = Number.NEGATIVE_INFINITY;
  let overload: Overload | undefined;

  function readLimit(): number {
    if (overload) return lagMs * OVERLOAD_FACTOR;
    return tickedAt < strainedUntil ? lagMs : lagMs * CALM_FACTOR;
  }

  function tick(): void {
    const time = clock.now();
    if (time - tickedAt - TICK_MS >= lagMs) strainedUntil = time + STRAIN_MS;
    tickedAt = time;
    if (overload && time - overload.since >= WINDOW_MS) overload = isOver(overload) ? undefined : begin(time);
    if (!hasRequests && !overload) close();
    hasRequests = false;
  }

  function begin(since: number): Overload {
    return { since, idleMs: clock.readIdleMs(), refused: 0 };
  }

  function isOver({ since, idleMs, refused }: Overload): boolean {
    return refused === 0 || clock.readIdleMs() - idleMs >= REST_SHARE * (tickedAt - since);
  }

  function close(): void {
    stopTicking?.();
    stopTicking = undefined;
  }

  return {
    isLate() {
      const time = clock.now();
      hasRequests = true;
      if (!stopTicking) {
        tickedAt = time;
        stopTicking = clock.repeat(tick, TICK_MS);
      }
      if (time - tickedAt - TICK_MS < readLimit()) return false;
      overload ??= begin(time);
      overload.refused += 1;
      return true;
    },
    close,
  };
}

const LOOP: LoopClock = {
  now: () => performance.now(),
  readIdleMs: () => performance.eventLoopUtilization().idle,
  repeat: repeatUnref,
};
